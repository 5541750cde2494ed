import { FileText, History, MessagesSquare } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Implementer } from '#components/changes/implementer.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Day } from '#components/ui/day.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { ReviewStatusBadge } from './review-status-badge.tsx'

type ReviewHeaderProps = { change: ChangeRecord; review: Review; actions: ReactNode }

/** Title, status and actions of a review. */
export function ReviewHeader({ change, review, actions }: ReviewHeaderProps) {
  return (
    <PageHeader
      title={`Review of ${change.title}`}
      meta={
        <>
          <Badge>{review.reference}</Badge>
          <ReviewStatusBadge status={review.status} />
        </>
      }
      description={
        <>
          <TextLink href={pagePaths.change(change.number)}>{change.number}</TextLink> · {change.type} change
          {change.risk ? ` of ${change.risk.replace('_', ' ')} risk` : null} · {reviewerInWords(review)}
          {change.assigned_to === null ? null : (
            <>
              {' '}
              · implemented by <Implementer change={change} />
            </>
          )}
          <Owed review={review} />
        </>
      }
      actions={
        <>
          {actions}
          <ButtonLink href={pagePaths.discussion(change.number)} icon={<MessagesSquare aria-hidden="true" />}>
            Discussion
          </ButtonLink>
          {review.completions + (review.status === 'completed' ? 0 : 1) > 1 ? (
            <ButtonLink href={pagePaths.reviewVersions(change.number)} icon={<History aria-hidden="true" />}>
              Versions
            </ButtonLink>
          ) : null}
          <ButtonLink href={pagePaths.report(change.number)} icon={<FileText aria-hidden="true" />}>
            Report
          </ButtonLink>
        </>
      }
    />
  )
}

function reviewerInWords({ reviewer_name: name, completed_through: through }: Review): string {
  if (through === 'api') return 'completed through the API'
  return name ? `reviewed by ${name}` : 'no reviewer assigned'
}

/** When the review is due, why it is owed, and whether it needs sign-off. */
function Owed({
  review: { due_on: due, reasons, needs_sign_off: needsSignOff, status },
}: Pick<ReviewHeaderProps, 'review'>) {
  const parts = [
    ...(due && status !== 'completed'
      ? [
          <span key="due">
            Due <Day value={due} />
          </span>,
        ]
      : []),
    ...(reasons.length > 0 ? [<span key="reasons">Owed: {reasons.map(({ text }) => text).join('; ')}</span>] : []),
    ...(needsSignOff && status !== 'completed' ? [<span key="sign-off">Needs sign-off</span>] : []),
  ]
  if (parts.length === 0) return null
  return (
    <span className="block">
      {parts.map((part, index) => (
        <Fragment key={part.key}>
          {index > 0 ? ' · ' : null}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
