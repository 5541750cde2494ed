'use client'

import { Ban } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { useReviewTransition } from '#components/review/transition/use-review-transition.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { waiveReview } from '#lib/contracts/routes.ts'
import { implementersToState } from '#lib/domain/four-eyes/review-sign-off.ts'
import { isEmailAddress } from '#lib/domain/four-eyes/same-person.ts'

const StateImplementer = dynamic(() =>
  import('#components/review/transition/state-implementer.tsx').then((part) => part.StateImplementer),
)

/** For a manager: says why an open review is not required any more, and who implemented the change if nobody knows. */
export function WaiveReview({ review }: { review: Review }) {
  const [implementer, setImplementer] = useState('')
  const [isTried, setTried] = useState(false)
  const implementerId = useId()
  const waive = useReviewTransition(waiveReview, review)
  const named = implementersToState(review)
  const stated = implementer.trim()
  const isMissing = named.length > 0 && !isEmailAddress(stated)
  const submit = (reason: string, close: () => void) => {
    setTried(isMissing)
    if (isMissing) document.getElementById(implementerId)?.focus()
    else waive.run({ reason, ...(named.length > 0 && { implementer: stated }) }, close)
  }
  return (
    <ReasonButton
      icon={<Ban aria-hidden="true" />}
      title="Waive the review"
      description="Nobody has to review this change any more. Its answers are kept, and a manager can reopen it."
      submitLabel="Waive"
      move={waive}
      onSubmit={submit}
      fields={
        named.length > 0 ? (
          <StateImplementer
            id={implementerId}
            named={named}
            value={implementer}
            error={isTried && isMissing ? 'Enter the e-mail address of the implementer.' : undefined}
            onChange={setImplementer}
          />
        ) : null
      }
    >
      Waive
    </ReasonButton>
  )
}
