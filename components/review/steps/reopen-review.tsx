'use client'

import { RotateCcw } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { StepProps } from '#components/review/form/use-step-form.ts'
import { useReviewTransition } from '#components/review/transition/use-review-transition.ts'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { reopenReview } from '#lib/contracts/routes.ts'
import { type SignOffCase, whyNotReopen } from '#lib/domain/four-eyes/review-sign-off.ts'
import { ActionBar } from './action-bar.tsx'

const ReasonDialog = dynamic(() =>
  import('#components/review/transition/reason-dialog.tsx').then((part) => part.ReasonDialog),
)

type ReopenReviewProps = Pick<StepProps, 'review'> & { person: SignOffCase['person'] }

export function ReopenReview({ review, person }: ReopenReviewProps) {
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const reopen = useReviewTransition(reopenReview, review)
  if (whyNotReopen({ review, person }) !== null) return null
  return (
    <ActionBar
      note={
        review.status === 'waived'
          ? 'Nobody has to review this change.'
          : 'This version is kept. The change counts as not reviewed until the review is completed again.'
      }
      buttons={
        <Button disabled={!isHydrated} icon={<RotateCcw aria-hidden="true" />} onClick={() => setOpen(true)}>
          Reopen the review
        </Button>
      }
    >
      {isOpen ? (
        <ReasonDialog
          title="Reopen the review"
          description={
            review.status === 'waived'
              ? 'It is required again; its answers are kept.'
              : 'This version is kept and can be compared with the next.'
          }
          submitLabel="Reopen"
          busy={reopen.isPending}
          error={reopen.error}
          onSubmit={(reason) => reopen.run({ reason }, () => setOpen(false))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </ActionBar>
  )
}
