'use client'

import { PenLine, Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { returnReview, signOffReview, withdrawReview } from '#lib/contracts/routes.ts'
import { isResolved } from '#lib/domain/implementer.ts'
import { implementerToState, type SignOffCase, whyNotSignOff, whyNotWithdraw } from '#lib/domain/review-sign-off.ts'
import type { StepProps } from '../step-props.ts'
import { MoveError } from './move-error.tsx'
import { useReviewMove } from './use-review-move.ts'

const StateImplementer = dynamic(() => import('./state-implementer.tsx').then((part) => part.StateImplementer))
const ReasonDialog = dynamic(() => import('./reason-dialog.tsx').then((part) => part.ReasonDialog))

type SignReviewProps = Pick<StepProps, 'review' | 'change'> & { person: SignOffCase['person'] }

/** What a person can do with a review that waits for sign-off: sign it, return it, withdraw it, or why none of these. */
export function SignReview({ review, change, person }: SignReviewProps) {
  const isHydrated = useHydrated()
  const [isReturning, setReturning] = useState(false)
  const sign = useReviewMove(signOffReview, review)
  const giveBack = useReviewMove(returnReview, review)
  const withdraw = useReviewMove(withdrawReview, review)
  const refusal = whyNotSignOff({ review, change, person })
  const named = implementerToState({ review, change })
  const implementerId = useId()
  const [implementer, setImplementer] = useState('')
  const [isTried, setTried] = useState(false)
  const stated = implementer.trim()
  const fault = isResolved(stated)
    ? whyNotSignOff({ review: { ...review, implementer: stated }, change, person })?.text
    : 'Enter the e-mail address of who implemented it.'
  const signOff = () => {
    if (named === null) return sign.run({})
    setTried(fault !== undefined)
    if (fault === undefined) sign.run({ implementer: stated })
    else document.getElementById(implementerId)?.focus()
  }
  const mayWithdraw = whyNotWithdraw({ review, change, person }) === null
  return (
    <div className="flex flex-col gap-3">
      <MoveError error={sign.error ?? withdraw.error} />
      {refusal === null && named !== null ? (
        <StateImplementer
          id={implementerId}
          named={named}
          value={implementer}
          error={isTried ? fault : undefined}
          onChange={setImplementer}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {refusal === null ? (
          <>
            <Button
              variant="primary"
              size="lg"
              disabled={!isHydrated}
              busy={sign.isPending}
              icon={<PenLine aria-hidden="true" />}
              onClick={signOff}
            >
              Sign off
            </Button>
            <Button size="lg" disabled={!isHydrated || sign.isPending} onClick={() => setReturning(true)}>
              Return it
            </Button>
          </>
        ) : null}
        {mayWithdraw ? (
          <Button
            size="lg"
            disabled={!isHydrated}
            busy={withdraw.isPending}
            icon={<Undo2 aria-hidden="true" />}
            onClick={() => withdraw.run({})}
          >
            Withdraw it
          </Button>
        ) : null}
        <p className="text-xs text-muted">
          {refusal === null ? 'Signing completes the review and writes its outcome into the change.' : refusal.text}
        </p>
      </div>
      {isReturning ? (
        <ReasonDialog
          title="Return the review"
          description="It goes back to its reviewer, who is told why."
          submitLabel="Return it"
          busy={giveBack.isPending}
          error={giveBack.error}
          onSubmit={(reason) => giveBack.run({ reason }, () => setReturning(false))}
          onClose={() => setReturning(false)}
        />
      ) : null}
    </div>
  )
}
