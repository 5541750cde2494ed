import type { ReactNode } from 'react'
import { ReviewStatusBadge } from '#components/review/review-status-badge.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { OutcomeBadge } from './change-badges.tsx'
import { isReviewable } from './change-words.ts'

/** Status of the review with a link to it. A review from another system shows its outcome and reference. */
export function ReviewStatus({ entry }: { entry: QueueEntry }) {
  const { number, review_status: status } = entry
  const reference = entry.review_reference ?? entry.pir_reference
  if (status !== 'none' && status !== 'completed') {
    return (
      <Lines second={<ReviewLink entry={entry}>{reference ?? 'Continue'}</ReviewLink>}>
        <ReviewStatusBadge status={status} />
      </Lines>
    )
  }
  if (status === 'completed' || entry.pir_completed) {
    return (
      <Lines second={status === 'completed' ? <ReviewLink entry={entry}>{reference}</ReviewLink> : reference}>
        {entry.pir_outcome ? (
          <OutcomeBadge outcome={entry.pir_outcome} />
        ) : (
          <StatusBadge tone="success">Completed</StatusBadge>
        )}
      </Lines>
    )
  }
  if (!isReviewable(entry)) return <span className="text-muted">—</span>
  return (
    <TextLink href={pagePaths.review(number)} aria-label={`Start the review of ${number}`}>
      Start
    </TextLink>
  )
}

function ReviewLink({ entry, children }: { entry: QueueEntry; children: ReactNode }) {
  return <TextLink href={pagePaths.review(entry.number)}>{children}</TextLink>
}

function Lines({ children, second }: { children: ReactNode; second: ReactNode }) {
  return (
    <span className="inline-flex flex-col items-start text-xs/4 whitespace-nowrap">
      {children}
      {second}
    </span>
  )
}
