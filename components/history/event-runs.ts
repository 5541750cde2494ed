import { reviewActions } from '#lib/actions/review-actions.ts'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'

const maxGapMs = 60 * 60_000

export type EventRun = [HistoryEvent, ...HistoryEvent[]]

/** Groups consecutive saves of one review by one person. Expects the newest event first. */
export function groupRuns(events: readonly HistoryEvent[]): EventRun[] {
  const runs: EventRun[] = []
  for (const event of events) {
    const run = runs.at(-1)
    const later = run?.at(-1)
    if (run && later && isSave(event) && isSave(later) && isSameRun(event, later)) run.push(event)
    else runs.push([event])
  }
  return runs
}

/** Merges a run into one event; each field goes from its first value to its last. */
export function mergeRun(run: EventRun): HistoryEvent {
  const [latest, ...earlier] = run
  const changes = { ...latest.changes }
  for (const event of earlier) {
    for (const [field, { from, to }] of Object.entries(event.changes)) {
      changes[field] = { from, to: field in changes ? changes[field]?.to : to }
    }
  }
  return { ...latest, changes, names: Object.assign({}, ...run.map(({ names }) => names)) }
}

const isSave = ({ entity_type, action_name }: HistoryEvent) =>
  entity_type === 'review' && action_name === reviewActions.saved.name

const isSameRun = (earlier: HistoryEvent, later: HistoryEvent) =>
  earlier.entity_id === later.entity_id &&
  earlier.actor_name === later.actor_name &&
  Date.parse(later.at) - Date.parse(earlier.at) <= maxGapMs
