'use client'

import type { ReactNode } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Link } from '#components/ui/link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { OutcomeBadge, ReviewStatusBadge } from './change-badges.tsx'
import { isReviewable } from './change-labels.ts'

type ReviewStatusProps = {
  entry: Pick<QueueEntry, 'number' | 'state' | 'is_stub' | 'review_status' | 'pir_completed' | 'pir_outcome'> &
    Partial<Pick<QueueEntry, 'is_waiver_requested' | 'form_kind' | 'open_step'>>
}

/** Status or outcome with a link to the review, or a link that starts one. A review of another system has no page. */
export function ReviewStatus({ entry }: ReviewStatusProps) {
  const mayWrite = useMay('reviewer')
  const { number, review_status: status, pir_outcome: outcome } = entry
  if (status !== 'none' && status !== 'completed') {
    return (
      <ReviewLink number={number} step={findOpenStep(entry, mayWrite)}>
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
      <ReviewLink number={number} step={findOpenStep(entry, mayWrite)}>
        {badge}
      </ReviewLink>
    ) : (
      badge
    )
  }
  if (!mayWrite || !isReviewable(entry)) return <span className="text-muted stacked:hidden">—</span>
  return (
    <TextLink href={pagePaths.review(number)} aria-label={`Start the review of ${number}`}>
      Start
    </TextLink>
  )
}

/** Returns the step at which a review opens; undefined if the list does not know it and `/review` redirects to it. */
function findOpenStep(
  { review_status: status, form_kind: form, open_step: step }: ReviewStatusProps['entry'],
  mayWrite: boolean,
): string | undefined {
  if (status !== 'in_progress' && status !== 'not_started') return 'sign-off'
  if (form === undefined) return undefined
  if (form === 'short' && mayWrite) return 'short'
  return step ?? 'plan'
}

function ReviewLink({ number, step, children }: { number: string; step: string | undefined; children: ReactNode }) {
  return (
    <Link href={pagePaths.review(number, step)} className="inline-flex min-h-6 items-center rounded-sm hover:underline">
      <span className="sr-only">Review of {number}: </span>
      {children}
    </Link>
  )
}
