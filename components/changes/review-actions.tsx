import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck, FileText } from 'lucide-react'
import { useUser } from '#components/layout/user-context.tsx'
import { isReviewable } from '#components/records/change-labels.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { decisionQuery } from '#lib/api/change-queries.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { isLocked, whyNotExtend, whyNotWaive } from '#lib/domain/four-eyes/review-sign-off.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { extensionDays } from '#lib/domain/review/extension-days.ts'
import { ExtendReview } from './extend-review.tsx'
import { WaiveReview } from './waive-review.tsx'

type ReviewActionsProps = {
  change: ChangeRecord
  review: Review | null
  canWrite: boolean
  /** YYYY-MM-DD */
  today: string
}

/** The next thing to do with the review of a change: start, continue or read it. */
export function ReviewActions({ change, review, canWrite, today }: ReviewActionsProps) {
  const { number } = change
  const person = useUser()
  const decision = useQuery(decisionQuery(number)).data?.decision
  if (review === null) {
    if (!canWrite || change.pir_completed || !isReviewable(change)) return null
    return (
      <ButtonLink
        href={pagePaths.review(number)}
        variant={decision?.is_owed === false ? 'secondary' : 'primary'}
        icon={<ClipboardCheck aria-hidden="true" />}
      >
        Start the review
      </ButtonLink>
    )
  }
  const isCompleted = review.status === 'completed'
  const mayWaive = person !== null && whyNotWaive({ review, person }) === null
  const mayExtend = person !== null && whyNotExtend({ review, person }) === null
  const due = review.due_on
  const days = due === null ? null : extensionDays({ ...review, due_on: due }, today)
  const isRead = isLocked(review) || !canWrite
  return (
    <>
      {mayExtend && due !== null && days !== null ? (
        <ExtendReview key={due} review={review} due={due} days={days} />
      ) : null}
      {mayWaive ? <WaiveReview review={review} /> : null}
      <ButtonLink
        href={pagePaths.review(number)}
        variant={isRead ? 'secondary' : 'primary'}
        icon={<ClipboardCheck aria-hidden="true" />}
      >
        {isRead ? 'Read the review' : `${review.status === 'not_started' ? 'Start' : 'Continue'} the review`}
      </ButtonLink>
      {isCompleted ? (
        <ButtonLink href={pagePaths.report(number)} icon={<FileText aria-hidden="true" />}>
          Report
        </ButtonLink>
      ) : null}
    </>
  )
}
