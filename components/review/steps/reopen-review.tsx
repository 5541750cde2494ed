'use client'

import { RotateCcw } from 'lucide-react'
import type { StepProps } from '#components/review/form/use-step-form.ts'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { useReviewTransition } from '#components/review/transition/use-review-transition.ts'
import { reopenReview } from '#lib/contracts/routes.ts'
import { type SignOffCase, whyNotReopen } from '#lib/domain/four-eyes/review-sign-off.ts'
import { ActionBar } from './action-bar.tsx'

type ReopenReviewProps = Pick<StepProps, 'review'> & { person: SignOffCase['person'] }

export function ReopenReview({ review, person }: ReopenReviewProps) {
  const reopen = useReviewTransition(reopenReview, review)
  if (whyNotReopen({ review, person }) !== null) return null
  const isWaived = review.status === 'waived'
  return (
    <ActionBar
      note={
        isWaived
          ? 'Nobody has to review this change.'
          : 'This version stays in the history. The change counts as not reviewed until the review is completed again.'
      }
      buttons={
        <ReasonButton
          icon={<RotateCcw aria-hidden="true" />}
          title="Reopen the review"
          description={
            isWaived
              ? 'It is required again, with the answers so far.'
              : 'This version stays and can be compared with the next.'
          }
          submitLabel="Reopen"
          move={reopen}
          onSubmit={(reason, close) => reopen.run({ reason }, close)}
        >
          Reopen the review
        </ReasonButton>
      }
    />
  )
}
