'use client'

import { UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { AssignDialog } from '#components/bulk/assign-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { iconOnlyClass } from './icon-only-class.ts'

type ReassignReviewProps = { review: Review; account: string; canManage: boolean }

/** Control for the reviewer or a manager to reassign an open review. */
export function ReassignReview({ review, account, canManage }: ReassignReviewProps) {
  const [isOpen, setOpen] = useState(false)
  const isOpenReview = review.status === 'not_started' || review.status === 'in_progress'
  if (!isOpenReview || (!canManage && review.reviewer !== account)) return null
  return (
    <>
      <Button icon={<UserRoundPen aria-hidden="true" />} onClick={() => setOpen(true)}>
        <span className={iconOnlyClass}>{review.reviewer === null ? 'Assign' : 'Reassign'}</span>
      </Button>
      {isOpen ? <AssignDialog numbers={[review.reference]} onDone={() => {}} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
