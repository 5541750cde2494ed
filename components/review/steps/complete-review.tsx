'use client'

import { CheckCircle2, Send } from 'lucide-react'
import type { SignOffProps } from '#components/review/form/use-step-form.ts'
import { Signers } from '#components/review/transition/signers.tsx'
import { TransitionError } from '#components/review/transition/transition-error.tsx'
import { useReviewTransition } from '#components/review/transition/use-review-transition.ts'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { chooseFullForm, completeReview, submitReview } from '#lib/contracts/routes.ts'
import {
  isAssignedToAnother,
  type SignOffCase,
  whyReviewRequiresSignOff,
} from '#lib/domain/four-eyes/review-sign-off.ts'
import { ActionBar } from './action-bar.tsx'

type CompleteReviewProps = Pick<SignOffProps, 'review' | 'savers' | 'live'> & {
  person: SignOffCase['person']
  /** True if no step lacks an answer. */
  isReady: boolean
}

const completion = { label: 'Complete the review', icon: <CheckCircle2 aria-hidden="true" />, verb: 'completed' }
const submission = { label: 'Submit for sign-off', icon: <Send aria-hidden="true" />, verb: 'submitted' }

/**
 * Completes the review, or submits it if it needs sign-off, once everything is answered and saved. The button is not
 * primary if the person submits on behalf of the reviewer.
 */
export function CompleteReview({ review, person, savers, live, isReady }: CompleteReviewProps) {
  const isHydrated = useHydrated()
  const complete = useReviewTransition(completeReview, review)
  const submit = useReviewTransition(submitReview, review)
  const choose = useEndpointMutation(chooseFullForm)
  const reason = whyReviewRequiresSignOff({ review, person })
  const [move, words] = reason === null ? [complete, completion] : [submit, submission]
  const isOnBehalf = reason !== null && isAssignedToAnother(review, person.email)
  const isSaved = reviewSteps.every((step) => live.states[step].kind === 'saved')
  const run = async () => {
    await savers.flush()
    if (reviewSteps.some((step) => savers.steps[step].state.kind !== 'saved')) return
    const finish = () => move.run({})
    if (review.form_kind === 'full') return finish()
    choose.mutate({ params: { reference: review.reference }, body: {} }, { onSuccess: finish })
  }
  const note = (
    <>
      {isReady && isSaved
        ? (reason ?? 'It is read-only afterwards.')
        : `It can be ${words.verb} when ${isReady ? 'everything is saved' : 'nothing is missing'}.`}
      {reason === null ? null : <Signers reference={review.reference} />}
    </>
  )
  return (
    <ActionBar
      note={note}
      buttons={
        <Button
          variant={isOnBehalf ? 'secondary' : 'primary'}
          disabled={!isHydrated || !isReady || !isSaved}
          busy={choose.isPending || move.isPending}
          icon={words.icon}
          onClick={run}
        >
          {isOnBehalf ? `Submit on behalf of ${review.reviewer_name ?? review.reviewer}` : words.label}
        </Button>
      }
    >
      <TransitionError error={choose.error ?? move.error} />
    </ActionBar>
  )
}
