import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck, FileText } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useUser } from '#components/layout/user-context.tsx'
import { isReviewable } from '#components/records/change-labels.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { decisionQuery } from '#lib/api/review-queries.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getExtensionDays } from '#lib/review/due.ts'
import { whyNotExtend, whyNotTakeSecondLook, whyNotWaive } from '#lib/review/sign-off.ts'

// Most changes offer none of these.
const WaiveReview = dynamic(() => import('./review-moves.tsx').then((part) => part.WaiveReview), {
  loading: () => null,
})
const ExtendReview = dynamic(() => import('./review-moves.tsx').then((part) => part.ExtendReview), {
  loading: () => null,
})
const SecondLook = dynamic(() => import('./review-moves.tsx').then((part) => part.SecondLook), { loading: () => null })

type ReviewActionsProps = {
  change: ChangeRecord
  review: Review | null
  canWrite: boolean
  /** YYYY-MM-DD */
  today: string
}

/** Button for the next step of the review: start, continue or read it. */
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
        icon={<ClipboardCheck />}
      >
        Start the review
      </ButtonLink>
    )
  }
  const isCompleted = review.status === 'completed'
  const mayWaive = person !== null && whyNotWaive({ review, person }) === null
  const mayExtend = person !== null && whyNotExtend({ review, person }) === null
  const { second_look_on: lookOn, second_look: look } = review
  const mayLookAgain =
    lookOn !== null &&
    lookOn <= today &&
    look === null &&
    person !== null &&
    whyNotTakeSecondLook({ review, person }) === null
  const due = review.due_on
  const days = due === null ? null : getExtensionDays({ ...review, due_on: due }, today)
  const isRead = isLocked(review) || !canWrite
  return (
    <>
      {mayExtend && due !== null && days !== null ? (
        <ExtendReview key={due} review={review} due={due} days={days} />
      ) : null}
      {mayLookAgain ? <SecondLook review={review} /> : null}
      {mayWaive ? <WaiveReview review={review} /> : null}
      <ButtonLink href={pagePaths.review(number)} variant={isRead ? 'secondary' : 'primary'} icon={<ClipboardCheck />}>
        {isRead ? 'Read the review' : `${review.status === 'not_started' ? 'Start' : 'Continue'} the review`}
      </ButtonLink>
      {isCompleted ? (
        <ButtonLink href={pagePaths.report(number)} icon={<FileText />}>
          Report
        </ButtonLink>
      ) : null}
    </>
  )
}
