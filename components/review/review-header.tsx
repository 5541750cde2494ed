import { FileText, History, MessagesSquare, UserRoundPen } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useAssign } from '#components/bulk/use-assign.tsx'
import { ReviewStatusBadge } from '#components/records/change-badges.tsx'
import { Implementer } from '#components/records/implementer.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type ReviewHeaderProps = { change: ChangeRecord; review: Review; actions: ReactNode }

/** Hides facts of the header if there is little room: on a phone, and at 200 % zoom. */
const roomyClass = 'max-sm:hidden short:hidden'

/** Title, status and actions of a review. Low on small screens, where buttons show only their icons. */
export function ReviewHeader({ change, review, actions }: ReviewHeaderProps) {
  return (
    <header
      data-review-header
      className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2 short:mb-1 short:flex-nowrap short:items-center short:gap-x-3"
    >
      <div className="min-w-0 flex-1 basis-72 max-sm:basis-full short:basis-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 short:flex-nowrap">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere max-sm:line-clamp-2 max-sm:text-md short:line-clamp-1 short:text-sm">
            Review: {change.title}
          </h1>
          <Badge>{review.reference}</Badge>
          <ReviewStatusBadge status={review.status} />
        </div>
        <p className="mt-0.5 text-sm text-muted text-pretty short:hidden">
          <TextLink href={pagePaths.change(change.number)}>{change.number}</TextLink>
          <span className={roomyClass}>
            {' '}
            · {change.type} change{change.risk ? ` of ${change.risk.replace('_', ' ')} risk` : null}
          </span>{' '}
          · {describeReviewer(review)}
          {change.assigned_to === null ? null : (
            <span className={roomyClass}>
              {' '}
              · implemented by <Implementer change={change} />
            </span>
          )}
          <Requirement review={review} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5">
        {actions}
        <HeaderLink href={pagePaths.discussion(change.number)} icon={<MessagesSquare />}>
          Discussion
        </HeaderLink>
        {review.completions + (review.status === 'completed' ? 0 : 1) > 1 ? (
          <HeaderLink href={pagePaths.reviewVersions(change.number)} icon={<History />}>
            Versions
          </HeaderLink>
        ) : null}
        <HeaderLink href={pagePaths.report(change.number)} icon={<FileText />}>
          Report
        </HeaderLink>
      </div>
    </header>
  )
}

const HeaderLink = ({ href, icon, children }: { href: string; icon: ReactNode; children: string }) => (
  <ButtonLink href={href} icon={icon}>
    <span className={iconOnlyClass}>{children}</span>
  </ButtonLink>
)

function describeReviewer({ reviewer_name: name, completed_through: through }: Review): string {
  if (through === 'api') return 'completed through the API'
  return name ? `reviewed by ${name}` : 'unassigned'
}

function Requirement({
  review: { due_on: due, reasons, needs_sign_off: needsSignOff, status },
}: Pick<ReviewHeaderProps, 'review'>) {
  const parts = [
    due && !isClosedReview(status) ? (
      <span key="due">
        Due <Day value={due} />
      </span>
    ) : null,
    needsSignOff && !isClosedReview(status) ? <span key="sign-off">Needs sign-off</span> : null,
    reasons.length > 0 ? (
      <span key="reasons" className={roomyClass}>
        Required: {reasons.map(({ text }) => text).join('; ')}
      </span>
    ) : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return (
    <span className="block max-sm:inline">
      {parts[0]?.key === 'reasons' ? null : <span className="sm:hidden"> · </span>}
      {parts.map((part, index) => (
        <Fragment key={part.key}>
          {index > 0 ? <span className={part.key === 'reasons' ? roomyClass : undefined}> · </span> : null}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

type ReassignReviewProps = { review: Review; account: string; canManage: boolean }

export function ReassignReview({ review, account, canManage }: ReassignReviewProps) {
  const assign = useAssign(() => {})
  const isOpenReview = review.status === 'not_started' || review.status === 'in_progress'
  if (!isOpenReview || (!canManage && review.reviewer !== account)) return null
  return (
    <>
      <Button icon={<UserRoundPen />} onClick={() => assign.open([review.reference])}>
        <span className={iconOnlyClass}>{review.reviewer === null ? 'Assign' : 'Reassign'}</span>
      </Button>
      {assign.dialog}
    </>
  )
}

/** Hides the text of a button if there is little room; it stays the accessible name. */
export const iconOnlyClass = 'max-sm:sr-only short:sr-only'
