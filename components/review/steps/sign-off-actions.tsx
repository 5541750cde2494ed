'use client'

import type { SignOffProps } from '#components/review/form/use-step-form.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { SignOffCase } from '#lib/domain/four-eyes/review-sign-off.ts'
import type { StepProgress } from '#lib/domain/review/review-progress.ts'
import { CompleteReview } from './complete-review.tsx'
import { ReopenReview } from './reopen-review.tsx'
import { SignReview } from './sign-review.tsx'

type SignOffActionsProps = SignOffProps & {
  steps: readonly StepProgress[]
  isReadOnly: boolean
  person: SignOffCase['person']
}

/** Buttons with which this person can finish the review; beside them, the reason why not or the people who can. */
export function SignOffActions({ review, change, savers, live, steps, isReadOnly, person }: SignOffActionsProps) {
  const props = { review, person }
  if (isClosedReview(review.status)) return <ReopenReview {...props} />
  if (review.status === 'awaiting_sign_off') return <SignReview {...props} change={change} />
  if (isReadOnly) return null
  const isReady = steps.every(({ step, isDone }) => step === 'sign_off' || isDone)
  return <CompleteReview {...props} savers={savers} live={live} isReady={isReady} />
}
