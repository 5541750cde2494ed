'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'

const AssignDialog = dynamic(() => import('#components/worklist/assign-dialog.tsx').then((part) => part.AssignDialog), {
  loading: () => null,
})

type ReassignReviewProps = { review: Review; account: string; canManage: boolean }

/** Lets the reviewer or a manager reassign an open review. */
export function ReassignReview({ review, account, canManage }: ReassignReviewProps) {
  const [isOpen, setOpen] = useState(false)
  const isOpenReview = review.status === 'not_started' || review.status === 'in_progress'
  if (!isOpenReview || (!canManage && review.reviewer !== account)) return null
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {review.reviewer === null ? 'Assign' : 'Reassign'}
      </Button>
      {isOpen ? <AssignDialog numbers={[review.reference]} onDone={() => {}} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
