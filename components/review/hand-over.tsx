'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'

const AssignDialog = dynamic(() => import('#components/worklist/assign-dialog.tsx').then((part) => part.AssignDialog), {
  loading: () => null,
})

type HandOverProps = { review: Review; account: string; canManage: boolean }

/** Lets the reviewer, or a manager, give an open review to somebody else. */
export function HandOver({ review, account, canManage }: HandOverProps) {
  const [isOpen, setOpen] = useState(false)
  const isMovable = review.status === 'not_started' || review.status === 'in_progress'
  if (!isMovable || (!canManage && review.reviewer !== account)) return null
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {review.reviewer === null ? 'Assign' : 'Hand over'}
      </Button>
      {isOpen ? <AssignDialog numbers={[review.reference]} onDone={() => {}} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
