import type { Role } from '#lib/contracts/endpoint.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Actor, Context } from './context.ts'

type SignedInPerson = Extract<Actor, { kind: 'account' }>

/** The default time of tests. */
export const testNow = new Date('2026-03-10T12:00:00.000Z')

/** A signed-in person with a role, identified by the id. */
export const testPerson = (role: Role, id = `acc_${role}`): SignedInPerson => ({
  kind: 'account',
  id,
  name: `Test ${id.replace('acc_', '')}`,
  email: `${id.replace('acc_', '')}@hindsight.example`,
  role,
})

/** A token of the ITSM system with scope write. */
export const testToken: Extract<Actor, { kind: 'token' }> = {
  kind: 'token',
  id: 'tok_sync',
  name: 'ServiceNow sync',
  system: 'itsm',
  scope: 'write',
}

/** The context that tests pass to queries and commands. */
export const testContext = (db: Queryable, actor: Actor = testPerson('admin'), now: Date = testNow): Context => ({
  db,
  actor,
  now,
  requestId: 'test-request-id',
})
