import type { HistoryEvent } from '#lib/contracts/app/history.ts'

/** Milliseconds between two saves that still belong to one sitting. */
const sitting = 60 * 60_000

/** Entries, newest first, with the saves that one person made of one review in one sitting put together. */
export function eventRuns(events: readonly HistoryEvent[]): [HistoryEvent, ...HistoryEvent[]][] {
  const runs: [HistoryEvent, ...HistoryEvent[]][] = []
  for (const event of events) {
    const run = runs.at(-1)
    const later = run?.at(-1)
    if (run && later && isSave(event) && isSave(later) && isSameSitting(event, later)) run.push(event)
    else runs.push([event])
  }
  return runs
}

/** A form of the review that was saved: its fields are spelled `plan.notes`. */
const isSave = ({ entity_type, action, changes }: HistoryEvent) =>
  entity_type === 'review' && action === 'update' && Object.keys(changes).every((field) => field.includes('.'))

const isSameSitting = (earlier: HistoryEvent, later: HistoryEvent) =>
  earlier.entity_id === later.entity_id &&
  earlier.actor_name === later.actor_name &&
  Date.parse(later.at) - Date.parse(earlier.at) <= sitting
