import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { OutcomeBadge } from './change-badges.tsx'
import { isReviewable } from './change-labels.ts'
import { ReviewStatusBadge } from './review-status-badge.tsx'

type ReviewStatusProps = {
  entry: Pick<QueueEntry, 'number' | 'state' | 'is_stub' | 'review_status' | 'pir_completed' | 'pir_outcome'> &
    Partial<Pick<QueueEntry, 'is_waiver_requested' | 'form_kind'>>
  /** True if a review that does not exist can be started by this link. */
  canStart?: boolean
}

/** Status or outcome of a review, as a link to it. A review in another system has no link. */
export function ReviewStatus({ entry, canStart = true }: ReviewStatusProps) {
  const { number, review_status: status, pir_outcome: outcome } = entry
  if (status !== 'none' && status !== 'completed') {
    return (
      <ReviewLink number={number} step={findOpenStep(entry)}>
        {entry.is_waiver_requested ? (
          <StatusBadge tone="accent">Waiver requested</StatusBadge>
        ) : (
          <ReviewStatusBadge status={status} />
        )}
      </ReviewLink>
    )
  }
  if (status === 'completed' || entry.pir_completed) {
    const badge = outcome ? <OutcomeBadge outcome={outcome} /> : <StatusBadge tone="success">Completed</StatusBadge>
    return status === 'completed' ? (
      <ReviewLink number={number} step={findOpenStep(entry)}>
        {badge}
      </ReviewLink>
    ) : (
      badge
    )
  }
  if (!canStart || !isReviewable(entry)) return <span className="text-muted">—</span>
  return (
    <TextLink href={pagePaths.review(number)} aria-label={`Start the review of ${number}`}>
      Start
    </TextLink>
  )
}

/**
 * Returns the step at which a review opens; undefined if only its page knows and redirects to it. Naming the step
 * avoids an empty page until the redirect arrives.
 */
function findOpenStep({ review_status: status, form_kind: form }: ReviewStatusProps['entry']): string | undefined {
  if (status !== 'in_progress' && status !== 'not_started') return 'sign-off'
  if (status === 'in_progress' || form === undefined) return undefined
  return form === 'short' ? 'short' : 'plan'
}

type ReviewLinkProps = { number: string; step: string | undefined; children: ReactNode }

function ReviewLink({ number, step, children }: ReviewLinkProps) {
  return (
    <Link href={pagePaths.review(number, step)} className="inline-flex min-h-6 items-center rounded-sm hover:underline">
      <span className="sr-only">Review of {number}: </span>
      {children}
    </Link>
  )
}
