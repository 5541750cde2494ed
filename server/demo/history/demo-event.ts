import type { Action } from '#lib/actions/action.ts'
import { demoAccounts } from '#server/demo/accounts.ts'
import { getPerson, people } from '#server/demo/people.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { auditEvents } from '#server/schema/history.ts'

type EventRow = typeof auditEvents.$inferInsert

/** A write of the demo's past, before it is numbered. */
export type DemoEvent = Omit<EventRow, 'id' | 'requestId'>

type EventWriter = Pick<EventRow, 'actorKind' | 'actorId' | 'actorName'>

/** Returns the person with this e-mail as the writer; without an e-mail, the head of the change advisory board. */
export function findWriter(email: string | null | undefined): EventWriter {
  const person = people().find((known) => known.email === email) ?? getPerson('Ines Marchetti')
  const account = demoAccounts.find((known) => known.email === person.email)
  return { actorKind: 'account', actorId: account?.id ?? person.id, actorName: person.name }
}

/** The policy as the writer. */
export const policyWriter: EventWriter = { actorKind: 'system', actorId: 'decide-reviews', actorName: 'Hindsight' }

/** Creates a function that builds events about one record; `at` is ISO 8601. */
export const createEventBuilder =
  (entityId: string) =>
  (at: string, writer: EventWriter, action: Action, changes: FieldChanges): DemoEvent => ({
    at,
    ...writer,
    action: action.writes,
    actionName: action.name,
    entityType: action.entity,
    entityId,
    changes,
  })
