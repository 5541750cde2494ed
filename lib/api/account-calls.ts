import type * as accounts from '#lib/contracts/app/accounts.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The call of a person about their own account, without the schemas of its contract. */
export const changeMyPassword = endpointHandle<typeof accounts.changeMyPassword>({
  name: 'changeMyPassword',
  tag: 'Sessions',
  method: 'PUT',
  path: '/api/app/v1/session/password',
})
