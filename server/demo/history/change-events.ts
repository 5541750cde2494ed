import { type ChangeState, changeStates } from '#lib/contracts/changes.ts'
import { differences } from '#server/platform/audit/record-event.ts'
import type { changes } from '#server/schema/changes.ts'
import { addMinutes, atTime, toIso, workdayOnOrBefore } from '../calendar.ts'
import { type DemoEvent, eventsOf, writerOf } from './demo-event.ts'

type Change = typeof changes.$inferSelect
type Move = { readonly to: ChangeState; readonly at: string; readonly by: string | null }

/** How a demo change came to where it stands: recorded, moved from state to state, closed by its reviewer. */
export function changeEvents(change: Change, reviewer: string | null): DemoEvent[] {
  const event = eventsOf('change', change.number)
  const fields = { title: change.title, type: change.type, risk: change.risk, state: 'new' }
  const created = event(change.createdAt, writerOf(change.requestedBy), 'create', differences({}, fields))
  let state: ChangeState = 'new'
  const moved = movesOf(change, reviewer).map(({ to, at, by }) => {
    const before = { state, pir_completed: false }
    const review = to === 'closed' && change.pirCompleted ? reviewFields(change) : {}
    state = to
    return event(at, writerOf(by), 'update', differences(before, { state: to, ...review }))
  })
  return [created, ...moved]
}

const reviewFields = ({ pirReference, pirOutcome, pirDate }: Change) => ({
  pir_completed: true,
  pir_reference: pirReference,
  pir_outcome: pirOutcome,
  pir_date: pirDate,
})

const early = ['new', 'assess', 'authorize', 'scheduled'] as const

/** The last of them is the last write of the change; a standard change is authorized beforehand. */
function movesOf(change: Change, reviewer: string | null): Move[] {
  const { state, type, assignedTo, requestedBy, actualStart, actualEnd, updatedAt } = change
  if (state === 'canceled') return [{ to: 'canceled', at: updatedAt, by: requestedBy }]
  const isEarly = early.some((known) => known === state)
  const asked = early.filter(
    (known) => known !== 'new' && (type !== 'standard' || known === 'scheduled' || known === state),
  )
  const passed = isEarly ? asked.filter((known) => changeStates.indexOf(known) <= changeStates.indexOf(state)) : asked
  const start = actualStart ?? updatedAt
  const prepared = passed.map((to, index) => ({
    to,
    at: isEarly
      ? between(change.createdAt, updatedAt, (index + 1) / passed.length)
      : inOffice(
          between(change.createdAt, start, (index + 1) / (passed.length + 1)),
          change.createdAt,
          officeTimes[to],
        ),
    by: to === 'assess' ? requestedBy : null,
  }))
  if (isEarly) return prepared
  const carriedOut: Move[] = [{ to: 'implement', at: start, by: assignedTo }]
  if (state === 'review') carriedOut.push({ to: 'review', at: updatedAt, by: assignedTo })
  if (state === 'closed') {
    carriedOut.push({ to: 'review', at: actualEnd ?? updatedAt, by: assignedTo })
    carriedOut.push({ to: 'closed', at: updatedAt, by: reviewer ?? assignedTo })
  }
  return [...prepared, ...carriedOut]
}

const officeTimes = { new: '09:00', assess: '09:40', authorize: '14:10', scheduled: '16:05' } as const

/** The part of the way from one moment to another, to the minute. */
function between(from: string, to: string, part: number): string {
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000
  return toIso(addMinutes(Date.parse(from), Math.round(minutes * part)))
}

/** The same day or the working day before it at a time of the office, where that is not too early. */
function inOffice(at: string, earliest: string, time: string): string {
  const wanted = toIso(atTime(workdayOnOrBefore(Date.parse(at)), time))
  return wanted > earliest && wanted < at ? wanted : at
}
