import type { Role } from '#lib/contracts/endpoint.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Actor, Context } from './context.ts'

type Person = Extract<Actor, { kind: 'account' }>

/** The moment at which tests act unless they say otherwise. */
export const testNow = new Date('2026-03-10T12:00:00.000Z')

/** A signed-in person of a role; one id is one person. */
export const testPerson = (role: Role, id = `acc_${role}`): Person => ({
  kind: 'account',
  id,
  name: `Test ${id.replace('acc_', '')}`,
  email: `${id.replace('acc_', '')}@hindsight.example`,
  role,
})

/** A token of the ITSM system that may write. */
export const testToken: Extract<Actor, { kind: 'token' }> = {
  kind: 'token',
  id: 'tok_sync',
  name: 'ServiceNow sync',
  system: 'itsm',
  scope: 'write',
}

/** What a test hands to queries and commands. */
export const testContext = (db: Queryable, actor: Actor = testPerson('admin'), now: Date = testNow): Context => ({
  db,
  actor,
  now,
  requestId: 'test-request-id',
})
