'use client'

import { CheckCircle2, Send } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { chooseFullForm, completeReview, submitReview } from '#lib/api/review-calls.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { reviewSteps } from '#lib/contracts/app/review-tokens.ts'
import type { StepProps } from '../step-props.ts'
import { MoveError } from './move-error.tsx'
import { useReviewMove } from './use-review-move.ts'

type CompleteReviewProps = Pick<StepProps, 'review' | 'savers' | 'live'> & {
  /** No step lacks anything. */
  isReady: boolean
}

const completion = {
  label: 'Complete the review',
  icon: <CheckCircle2 aria-hidden="true" />,
  verb: 'completed',
  afterwards: 'Afterwards it is for reading only.',
}
const submission = {
  label: 'Hand in for sign-off',
  icon: <Send aria-hidden="true" />,
  verb: 'handed in',
  afterwards: 'A manager who neither reviewed nor carried out the change signs it off.',
}

/** The button that completes the review, or hands it in where somebody else signs it off, once all is said and saved. */
export function CompleteReview({ review, savers, live, isReady }: CompleteReviewProps) {
  const isHydrated = useHydrated()
  const complete = useReviewMove(completeReview, review)
  const submit = useReviewMove(submitReview, review)
  const choose = useEndpointMutation(chooseFullForm)
  const [move, words] = review.needs_sign_off ? [submit, submission] : [complete, completion]
  const isSaved = reviewSteps.every((step) => live.states[step].kind === 'saved')
  const run = async () => {
    await savers.flush()
    if (reviewSteps.some((step) => savers.steps[step].state.kind !== 'saved')) return
    const finish = () => move.run({})
    if (review.form_kind === 'full') return finish()
    choose.mutate({ params: { reference: review.reference }, body: {} }, { onSuccess: finish })
  }
  return (
    <div className="flex flex-col gap-3">
      <MoveError error={choose.error ?? move.error} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          size="lg"
          disabled={!isHydrated || !isReady || !isSaved}
          busy={choose.isPending || move.isPending}
          icon={words.icon}
          onClick={run}
        >
          {words.label}
        </Button>
        <p className="text-xs text-muted">
          {!isReady
            ? `It can be ${words.verb} when nothing is missing.`
            : isSaved
              ? words.afterwards
              : `It can be ${words.verb} when everything is saved.`}
        </p>
      </div>
    </div>
  )
}
