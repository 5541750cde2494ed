import type { Action } from '#lib/actions/action.ts'
import { changeActions } from '#lib/actions/record-actions.ts'
import type { ChangeState } from '#lib/contracts/changes.ts'
import { changeStates } from '#lib/contracts/record-values.ts'
import { type FieldChanges, listDifferences } from '#server/platform/audit/record-event.ts'
import type { changes } from '#server/schema/changes.ts'
import type { auditEvents } from '#server/schema/history.ts'
import { demoAccounts } from './accounts.ts'
import { addMinutes, setWorkday, toIso } from './calendar.ts'
import { getPerson, people } from './catalogue.ts'

type EventRow = typeof auditEvents.$inferInsert
type EventWriter = Pick<EventRow, 'actorKind' | 'actorId' | 'actorName'>

/** A write of the demo's past, before it is numbered. */
export type DemoEvent = Omit<EventRow, 'id' | 'requestId'>

/** Returns the person with this e-mail as the writer; without an e-mail, the head of the change advisory board. */
export function findWriter(email: string | null | undefined): EventWriter {
  const person = people().find((known) => known.email === email) ?? getPerson('Ines Marchetti')
  const account = demoAccounts.find((known) => known.email === person.email)
  return { actorKind: 'account', actorId: account?.id ?? person.id, actorName: person.name }
}

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

type Change = typeof changes.$inferSelect
/** The fields of a change from which the times of its states are derived. */
type DatedChange = Pick<
  Change,
  'state' | 'type' | 'assignedTo' | 'requestedBy' | 'createdAt' | 'actualStart' | 'actualEnd' | 'updatedAt'
> & { readonly approvedBy?: string | null }
type StateMove = { readonly to: ChangeState; readonly at: string; readonly by: string | null }

/** Derives the history of a change: recorded, moved from state to state, closed by its reviewer. */
export function buildChangeEvents(change: Change, reviewer: string | null): DemoEvent[] {
  const event = createEventBuilder(change.number)
  const { title, type, risk, approvedBy: approved_by, approvedAt: approved_at } = change
  const { pirReference: pir_reference, pirOutcome: pir_outcome, pirDate: pir_date } = change
  const recorded = listDifferences({}, { title, type, risk, state: 'new' })
  const moved = listMoves(change, reviewer).map(({ to, at, by }, index, moves) => {
    const isReviewed = to === 'closed' && change.pirCompleted
    const before = { state: moves[index - 1]?.to ?? 'new', pir_completed: false }
    const after = {
      state: to,
      ...(to === 'scheduled' && approved_by && { approved_by, approved_at }),
      ...(isReviewed && { pir_completed: true, pir_reference, pir_outcome, pir_date }),
    }
    const action = isReviewed ? changeActions.reviewed : changeActions.update
    return event(at, findWriter(by), action, listDifferences(before, after))
  })
  return [event(change.createdAt, findWriter(change.requestedBy), changeActions.create, recorded), ...moved]
}

/** States before the work, with the time of day at which a change moves to each. */
const preparation = { new: '09:00', assess: '09:40', authorize: '14:10', scheduled: '16:05' } as const
const isPreparation = (state: ChangeState): state is keyof typeof preparation => state in preparation

/** Returns the time of a change's approval; null if it was never approved. */
export const findApprovalTime = (change: DatedChange): string | null =>
  listMoves(change, null).find(({ to }) => to === 'scheduled')?.at ?? null

/**
 * Lists the moves of a change through its states. The last move is the last write of the change. A standard change is
 * authorized in advance.
 */
function listMoves(change: DatedChange, reviewer: string | null): StateMove[] {
  const { state, type, assignedTo, requestedBy, approvedBy, createdAt, actualStart, actualEnd, updatedAt } = change
  if (state === 'canceled') return [{ to: 'canceled', at: updatedAt, by: requestedBy }]
  const isAhead = isPreparation(state)
  const passed = changeStates
    .filter(isPreparation)
    .filter((to) => to !== 'new' && (type !== 'standard' || to === 'scheduled' || to === state))
    .filter((to) => !isAhead || changeStates.indexOf(to) <= changeStates.indexOf(state))
  const start = actualStart ?? updatedAt
  const prepared = passed.map((to, index) => ({
    to,
    at: isAhead
      ? interpolate(createdAt, updatedAt, (index + 1) / passed.length)
      : toOfficeTime(interpolate(createdAt, start, (index + 1) / (passed.length + 1)), createdAt, preparation[to]),
    by: to === 'assess' ? requestedBy : to === 'scheduled' ? (approvedBy ?? null) : null,
  }))
  if (isAhead) return prepared
  const ended: StateMove = { to: 'review', at: (state === 'closed' && actualEnd) || updatedAt, by: assignedTo }
  return [
    ...prepared,
    { to: 'implement', at: start, by: assignedTo },
    ...(state === 'implement' ? [] : [ended]),
    ...(state === 'closed' ? [{ to: state, at: updatedAt, by: reviewer ?? assignedTo }] : []),
  ]
}

/** Returns the moment at a fraction between two others, rounded to the minute. */
function interpolate(from: string, to: string, part: number): string {
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000
  return toIso(addMinutes(Date.parse(from), Math.round(minutes * part)))
}

/**
 * Returns the given office time on that day or the working day before, if it is between `earliest` and `at`; else `at`
 * itself.
 */
function toOfficeTime(at: string, earliest: string, time: string): string {
  const wanted = toIso(setWorkday(Date.parse(at), 0, time))
  return wanted > earliest && wanted < at ? wanted : at
}
