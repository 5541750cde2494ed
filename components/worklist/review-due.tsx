import { Badge } from '#components/ui/badge.tsx'
import { Day } from '#components/ui/day.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { daysInWords } from './worklist-words.ts'

type ReviewDueProps = Pick<QueueEntry, 'due_on' | 'due_in_days' | 'reminded_at'>

/** Due date of a review, its urgency, and when its reviewer was last reminded. */
export function ReviewDue({ due_on: due, due_in_days: days, reminded_at: reminded }: ReviewDueProps) {
  if (due === null) return <span className="text-muted">No date</span>
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 tabular-nums">
        <Day value={due} />
        <Urgency days={days} />
      </span>
      {reminded ? (
        <span className="text-xs whitespace-nowrap text-muted">
          reminded <RelativeTime value={reminded} />
        </span>
      ) : null}
    </span>
  )
}

function Urgency({ days }: { days: number | null }) {
  if (days === null) return null
  if (days < 0) return <Badge tone="danger">{daysInWords(-days)} overdue</Badge>
  if (days === 0) return <Badge tone="warning">today</Badge>
  return days <= 6 ? <Badge tone="warning">in {daysInWords(days)}</Badge> : null
}
