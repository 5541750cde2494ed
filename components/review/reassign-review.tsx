'use client'

import { UserRoundPen } from 'lucide-react'
import { useAssign } from '#components/bulk/use-assign.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { iconOnlyClass } from './icon-only-class.ts'

type ReassignReviewProps = { review: Review; account: string; canManage: boolean }

/** Control for the reviewer or a manager to reassign an open review. */
export function ReassignReview({ review, account, canManage }: ReassignReviewProps) {
  const assign = useAssign(() => {})
  const isOpenReview = review.status === 'not_started' || review.status === 'in_progress'
  if (!isOpenReview || (!canManage && review.reviewer !== account)) return null
  return (
    <>
      <Button icon={<UserRoundPen aria-hidden="true" />} onClick={() => assign.open([review.reference])}>
        <span className={iconOnlyClass}>{review.reviewer === null ? 'Assign' : 'Reassign'}</span>
      </Button>
      {assign.dialog}
    </>
  )
}
