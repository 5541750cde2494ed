'use client'

import { Ban } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { useReviewTransition } from '#components/review/transition/use-review-transition.ts'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { waiveReview } from '#lib/contracts/routes.ts'
import { implementersToState } from '#lib/domain/four-eyes/review-sign-off.ts'
import { isEmailAddress } from '#lib/domain/four-eyes/same-person.ts'

const ReasonDialog = dynamic(
  () => import('#components/review/transition/reason-dialog.tsx').then((part) => part.ReasonDialog),
  { loading: () => null },
)
const StateImplementer = dynamic(() =>
  import('#components/review/transition/state-implementer.tsx').then((part) => part.StateImplementer),
)

/** For a manager: says why an open review is not required any more, and who implemented the change if nobody knows. */
export function WaiveReview({ review }: { review: Review }) {
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const [implementer, setImplementer] = useState('')
  const [isTried, setTried] = useState(false)
  const implementerId = useId()
  const waive = useReviewTransition(waiveReview, review)
  const named = implementersToState(review)
  const stated = implementer.trim()
  const isMissing = named.length > 0 && !isEmailAddress(stated)
  const submit = (reason: string) => {
    setTried(isMissing)
    if (isMissing) document.getElementById(implementerId)?.focus()
    else waive.run({ reason, ...(named.length > 0 && { implementer: stated }) }, () => setOpen(false))
  }
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
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          {named.length > 0 ? (
            <StateImplementer
              id={implementerId}
              named={named}
              value={implementer}
              error={isTried && isMissing ? 'Enter the e-mail address of the implementer.' : undefined}
              onChange={setImplementer}
            />
          ) : null}
        </ReasonDialog>
      ) : null}
    </>
  )
}
