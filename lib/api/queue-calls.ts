import type * as queue from '#lib/contracts/app/queue.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The list of the queue, without the schemas of its contract. */
export const listQueue = endpointHandle<typeof queue.listQueue>({
  name: 'listQueue',
  tag: 'Reviews',
  method: 'GET',
  path: '/api/app/v1/queue',
})
