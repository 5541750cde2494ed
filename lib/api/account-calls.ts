import type * as accounts from '#lib/contracts/app/accounts.ts'
import type * as sessions from '#lib/contracts/app/sessions.ts'
import { endpointHandle } from './endpoint-handle.ts'
import { endpointQuery } from './endpoint-query.ts'

const tag = 'Sessions'

// The calls of a person about their own account, without the schemas of their contracts.

export const changeMyPassword = endpointHandle<typeof accounts.changeMyPassword>({
  name: 'changeMyPassword',
  tag,
  method: 'PUT',
  path: '/api/app/v1/session/password',
})
const listMySessions = endpointHandle<typeof sessions.listMySessions>({
  name: 'listMySessions',
  tag,
  method: 'GET',
  path: '/api/app/v1/sessions',
})
export const endMySession = endpointHandle<typeof sessions.endMySession>({
  name: 'endMySession',
  tag,
  method: 'POST',
  path: '/api/app/v1/sessions/{id}/ending',
})
export const endMyOtherSessions = endpointHandle<typeof sessions.endMyOtherSessions>({
  name: 'endMyOtherSessions',
  tag,
  method: 'POST',
  path: '/api/app/v1/sessions/endings',
})

export const mySessionsQuery = endpointQuery(listMySessions, {})
