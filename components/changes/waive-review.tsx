'use client'

import { Ban } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useReviewTransition } from '#components/review/steps/use-review-transition.ts'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { waiveReview } from '#lib/contracts/routes.ts'

const ReasonDialog = dynamic(
  () => import('#components/review/steps/reason-dialog.tsx').then((part) => part.ReasonDialog),
  { loading: () => null },
)

/** For a manager: says why an open review is not required any more. */
export function WaiveReview({ review }: { review: Review }) {
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const waive = useReviewTransition(waiveReview, review)
  return (
    <>
      <Button disabled={!isHydrated} icon={<Ban aria-hidden="true" />} onClick={() => setOpen(true)}>
        Waive
      </Button>
      {isOpen ? (
        <ReasonDialog
          title="Waive the review"
          description="Nobody has to review this change any more. Its answers are kept, and a manager can reopen it."
          submitLabel="Waive"
          busy={waive.isPending}
          error={waive.error}
          onSubmit={(reason) => waive.run({ reason }, () => setOpen(false))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
