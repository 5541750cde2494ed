import { HistoryEntry } from '#components/history/history-entry.tsx'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'

/** The history of an action, newest first. */
export function ImprovementHistory({ id, events }: { id: string; events: readonly HistoryEvent[] }) {
  if (events.length === 0) return <p className="text-sm text-muted">Imported. No changes yet.</p>
  return (
    <ol className="flex flex-col gap-3">
      {events.map((event) => (
        <HistoryEntry key={event.id} events={[event]} view={{ isAdmin: false, subject: id }} />
      ))}
    </ol>
  )
}
