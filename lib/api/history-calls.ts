import type * as history from '#lib/contracts/app/history.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The list of the history, without the schemas of its contract. */
export const listHistory = endpointHandle<typeof history.listHistory>({
  name: 'listHistory',
  tag: 'History',
  method: 'GET',
  path: '/api/app/v1/history',
})
