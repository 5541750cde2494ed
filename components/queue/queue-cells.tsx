import type { ReactNode } from 'react'
import { compactTitle } from '#components/list/list-column.tsx'
import { OutcomeBadge } from '#components/records/change-badges.tsx'
import { isReviewable } from '#components/records/change-labels.ts'
import { ReviewStatusBadge } from '#components/records/review-status-badge.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalised } from '#lib/text/first-letter.ts'

/**
 * Title of a change, and below it numbers and type; state, unless it waits for review like most of the queue; high risk,
 * where there is no room for the column.
 */
export function QueueTitle({ entry }: { entry: QueueEntry }) {
  const { number, title, type, state, risk } = entry
  const reference = entry.review_reference ?? entry.pir_reference
  return (
    <div className={cx('min-w-0', compactTitle)}>
      <RowLink
        href={pagePaths.change(number)}
        data-tooltip={title}
        data-tooltip-cut=""
        className="block truncate leading-4.5 stacked:whitespace-normal"
      >
        {entry.is_stub ? 'Only the number is known' : title}
      </RowLink>
      <span className="block truncate text-xs/4 font-normal text-muted">
        <span className="font-mono">{number}</span>
        {' · '}
        <span className={type === 'emergency' ? 'font-medium text-danger-text' : ''}>{capitalised(type)}</span>
        {state === 'review' ? null : ` · ${capitalised(state)}`}
        {risk === 'high' || risk === 'very_high' ? (
          <span className="hidden font-medium text-warning-text min-[60rem]:max-[90rem]:inline">
            {' · '}
            {capitalised(risk)} risk
          </span>
        ) : null}
        {reference ? (
          <>
            {' · '}
            <span className="font-mono">{reference}</span>
          </>
        ) : null}
      </span>
    </div>
  )
}

/** Status or outcome of the review, which links to it. A review from another system has no page. */
export function ReviewStatus({ entry }: { entry: QueueEntry }) {
  const { number, review_status: status, pir_outcome: outcome } = entry
  if (status !== 'none' && status !== 'completed') {
    return (
      <ReviewLink number={number}>
        <ReviewStatusBadge status={status} />
      </ReviewLink>
    )
  }
  if (status === 'completed' || entry.pir_completed) {
    const badge = outcome ? <OutcomeBadge outcome={outcome} /> : <StatusBadge tone="success">Completed</StatusBadge>
    return status === 'completed' ? <ReviewLink number={number}>{badge}</ReviewLink> : badge
  }
  if (!isReviewable(entry)) return <span className="text-muted">—</span>
  return (
    <TextLink href={pagePaths.review(number)} aria-label={`Start the review of ${number}`}>
      Start
    </TextLink>
  )
}

function ReviewLink({ number, children }: { number: string; children: ReactNode }) {
  return (
    <Link href={pagePaths.review(number)} className="inline-flex min-h-6 items-center rounded-sm hover:underline">
      <span className="sr-only">Review of {number}: </span>
      {children}
    </Link>
  )
}
