import { groupRuns } from '#components/history/event-runs.ts'
import { HistoryEntry } from '#components/history/history-entry.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'

export function ChangedSinceSubmission({ number, events }: { number: string; events: readonly HistoryEvent[] }) {
  return (
    <Notice tone="warning" title="This was written after the review was submitted">
      <ol className="mt-2 flex flex-col gap-3">
        {groupRuns([...events]).map((run) => (
          <HistoryEntry key={run[0].id} events={run} view={{ isAdmin: false, subject: number }} />
        ))}
      </ol>
    </Notice>
  )
}
