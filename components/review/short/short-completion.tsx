'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { TransitionError } from '#components/review/transition/transition-error.tsx'
import { useReviewTransition } from '#components/review/transition/use-review-transition.ts'
import { UnsavedNotice } from '#components/review/unsaved-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { LiveReview, ReviewSavers } from '#lib/api/review-savers.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { completeReview, submitReview } from '#lib/contracts/routes.ts'
import { isAssignedToAnother } from '#lib/domain/four-eyes/review-sign-off.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { ShortState } from './use-short-form.ts'

type ShortCompletionProps = {
  review: Review
  account: string
  savers: ReviewSavers
  live: LiveReview
  state: ShortState
}

/** Completes a clean review or submits it for sign-off. Lists the reasons if that is not possible yet. */
export function ShortCompletion({ review, account, savers, live, state }: ShortCompletionProps) {
  const { change_number: number, needs_sign_off: needsSignOff } = review
  const router = useRouter()
  const isHydrated = useHydrated()
  const complete = useReviewTransition(completeReview, review)
  const submit = useReviewTransition(submitReview, review)
  const move = needsSignOff ? submit : complete
  const isOnBehalf = needsSignOff && isAssignedToAnother(review, account)
  const submission = isOnBehalf
    ? `Submit on behalf of ${review.reviewer_name ?? review.reviewer}`
    : 'Submit for sign-off'
  const [isRunning, setRunning] = useState(false)
  const reasons = reasonsAgainst(state)
  const run = async () => {
    setRunning(true)
    try {
      savers.steps.outcome.change({ outcome: 'successful' })
      await savers.flush()
      if (reviewSteps.some((step) => savers.steps[step].state.kind !== 'saved')) return
      move.run({}, () => router.push(pagePaths.review(number, 'sign-off')))
    } finally {
      setRunning(false)
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <UnsavedNotice number={number} live={live} current="sign_off" />
      <TransitionError error={complete.error ?? submit.error} />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Button
          variant={isOnBehalf ? 'secondary' : 'primary'}
          size={isOnBehalf ? 'md' : 'lg'}
          disabled={!isHydrated || reasons.length > 0}
          busy={isRunning || move.isPending}
          onClick={run}
        >
          {needsSignOff ? submission : 'Complete as successful'}
        </Button>
        <div role="status" className="min-w-0 flex-1 basis-64 self-center text-xs text-muted">
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      </div>
    </div>
  )
}

function reasonsAgainst({ open, detailed, faults, undecided, check }: ShortState): string[] {
  return [
    ...(check === 'loading' ? ['Checking the change…'] : []),
    ...(check === 'failed' ? ['The change could not be checked. Reload the page to try again.'] : []),
    ...faults,
    ...undecided,
    ...(detailed.length > 0 ? ['One of your answers needs the full form.'] : []),
    ...(open > 0 ? [open === 1 ? '1 question is unanswered.' : `${open} questions are unanswered.`] : []),
  ]
}
