import type { Action } from '#lib/actions/action.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { auditEvents } from '#server/schema/history.ts'
import { demoAccounts } from '../accounts.ts'
import { people, personNamed } from '../people.ts'

type EventRow = typeof auditEvents.$inferInsert

/** A write of the demo's past, before it is numbered. */
export type DemoEvent = Omit<EventRow, 'id' | 'requestId'>

type Writer = Pick<EventRow, 'actorKind' | 'actorId' | 'actorName'>

/** The person with this address as the writer; without an address, the person who runs the change advisory board. */
export function writerOf(email: string | null | undefined): Writer {
  const person = people().find((known) => known.email === email) ?? personNamed('Ines Marchetti')
  const account = demoAccounts.find((known) => known.email === person.email)
  return { actorKind: 'account', actorId: account?.id ?? person.id, actorName: person.name }
}

/** The policy as the writer. */
export const policyWriter: Writer = { actorKind: 'system', actorId: 'decide-reviews', actorName: 'Hindsight' }

/** Actions on one record. `at` is ISO 8601. */
export const eventsOf =
  (entityId: string) =>
  (at: string, writer: Writer, action: Action, changes: FieldChanges): DemoEvent => ({
    at,
    ...writer,
    action: action.writes,
    actionName: action.name,
    entityType: action.entity,
    entityId,
    changes,
  })
