import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { auditEvents } from '#server/schema/access.ts'
import { demoAccounts } from '../accounts.ts'
import { people, personNamed } from '../people.ts'

type EventRow = typeof auditEvents.$inferInsert

/** A write of the demo's past, before it is numbered. */
export type DemoEvent = Omit<EventRow, 'id' | 'requestId'>

type Writer = Pick<EventRow, 'actorKind' | 'actorId' | 'actorName'>

const byEmail = new Map(people.map((person) => [person.email, person]))
const accountIds = new Map(demoAccounts.map(({ email, id }) => [email, id]))

/** The person with this address as who wrote; the one who runs the change advisory board where nobody is named. */
export function writerOf(email: string | null | undefined): Writer {
  const person = byEmail.get(email ?? '') ?? personNamed('Ines Marchetti')
  return { actorKind: 'account', actorId: accountIds.get(person.email) ?? person.id, actorName: person.name }
}

/** The policy as who wrote. */
export const policyWriter: Writer = { actorKind: 'system', actorId: 'decide-reviews', actorName: 'Hindsight' }

/** Events of one record. `at` is ISO 8601. */
export const eventsOf =
  (entityType: string, entityId: string) =>
  (at: string, writer: Writer, action: DemoEvent['action'], changes: FieldChanges): DemoEvent => ({
    at,
    ...writer,
    action,
    entityType,
    entityId,
    changes,
  })
