import { changeActions } from '#lib/actions/record-actions.ts'
import type { ChangeState } from '#lib/contracts/changes.ts'
import { changeStates } from '#lib/contracts/record-values.ts'
import { differences } from '#server/platform/audit/record-event.ts'
import type { changes } from '#server/schema/changes.ts'
import { addMinutes, atTime, toIso, workdayOnOrBefore } from '../calendar.ts'
import { type DemoEvent, eventsOf, writerOf } from './demo-event.ts'

type Change = typeof changes.$inferSelect
/** What a change says about when it reached its states. */
type Dated = Pick<
  Change,
  'state' | 'type' | 'assignedTo' | 'requestedBy' | 'createdAt' | 'actualStart' | 'actualEnd' | 'updatedAt'
> & { readonly approvedBy?: string | null }
type Move = { readonly to: ChangeState; readonly at: string; readonly by: string | null }

/** How a demo change reached its state: recorded, moved from state to state, closed by its reviewer. */
export function changeEvents(change: Change, reviewer: string | null): DemoEvent[] {
  const event = eventsOf(change.number)
  const { title, type, risk, pirReference, pirOutcome, pirDate } = change
  const moves = movesOf(change, reviewer)
  const review = { pir_completed: true, pir_reference: pirReference, pir_outcome: pirOutcome, pir_date: pirDate }
  return [
    event(
      change.createdAt,
      writerOf(change.requestedBy),
      changeActions.create,
      differences({}, { title, type, risk, state: 'new' }),
    ),
    ...moves.map(({ to, at, by }, index) => {
      const before = {
        state: moves[index - 1]?.to ?? 'new',
        pir_completed: false,
        approved_by: null,
        approved_at: null,
      }
      const approval = { approved_by: change.approvedBy, approved_at: change.approvedAt }
      const after = {
        state: to,
        ...(to === 'scheduled' && change.approvedBy && approval),
        ...(to === 'closed' && change.pirCompleted && review),
      }
      const action = 'pir_completed' in after ? changeActions.reviewed : changeActions.update
      return event(at, writerOf(by), action, differences(before, after))
    }),
  ]
}

/** States before the work, and at which time of the day a change moves to them. */
const preparation = { new: '09:00', assess: '09:40', authorize: '14:10', scheduled: '16:05' } as const
const isPreparation = (state: ChangeState): state is keyof typeof preparation => state in preparation

/** When it was approved; null for one that never was. */
export const approvalTimeOf = (change: Dated): string | null =>
  movesOf(change, null).find(({ to }) => to === 'scheduled')?.at ?? null

/** The last move is the last write of the change. A standard change is authorized beforehand. */
function movesOf(change: Dated, reviewer: string | null): Move[] {
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
      ? between(createdAt, updatedAt, (index + 1) / passed.length)
      : inOffice(between(createdAt, start, (index + 1) / (passed.length + 1)), createdAt, preparation[to]),
    by: to === 'assess' ? requestedBy : to === 'scheduled' ? (approvedBy ?? null) : null,
  }))
  if (isAhead) return prepared
  const closed: Move = { to: 'closed', at: updatedAt, by: reviewer ?? assignedTo }
  const ended: Move = { to: 'review', at: (state === 'closed' && actualEnd) || updatedAt, by: assignedTo }
  return [
    ...prepared,
    { to: 'implement', at: start, by: assignedTo },
    ...(state === 'implement' ? [] : [ended]),
    ...(state === 'closed' ? [closed] : []),
  ]
}

/** The moment at a fraction between two others, rounded to the minute. */
function between(from: string, to: string, part: number): string {
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000
  return toIso(addMinutes(Date.parse(from), Math.round(minutes * part)))
}

/** A time of the office on that day or the working day before, where that is not too early; else `at` itself. */
function inOffice(at: string, earliest: string, time: string): string {
  const wanted = toIso(atTime(workdayOnOrBefore(Date.parse(at)), time))
  return wanted > earliest && wanted < at ? wanted : at
}
