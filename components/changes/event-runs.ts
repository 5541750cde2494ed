import type { HistoryEvent } from '#lib/contracts/app/history.ts'

const maxGapMs = 60 * 60_000

/** Groups consecutive saves of one review by the same person; expects the newest event first. */
export function eventRuns(events: readonly HistoryEvent[]): [HistoryEvent, ...HistoryEvent[]][] {
  const runs: [HistoryEvent, ...HistoryEvent[]][] = []
  for (const event of events) {
    const run = runs.at(-1)
    const later = run?.at(-1)
    if (run && later && isSave(event) && isSave(later) && isSameRun(event, later)) run.push(event)
    else runs.push([event])
  }
  return runs
}

/** A saved step of a review has fields such as `plan.notes`. */
const isSave = ({ entity_type, action, changes }: HistoryEvent) =>
  entity_type === 'review' && action === 'update' && Object.keys(changes).every((field) => field.includes('.'))

const isSameRun = (earlier: HistoryEvent, later: HistoryEvent) =>
  earlier.entity_id === later.entity_id &&
  earlier.actor_name === later.actor_name &&
  Date.parse(later.at) - Date.parse(earlier.at) <= maxGapMs
