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
import { TransitionError } from './transition-error.tsx'
import { useReviewTransition } from './use-review-transition.ts'

const StateImplementer = dynamic(() => import('./state-implementer.tsx').then((part) => part.StateImplementer))
const ReasonDialog = dynamic(() => import('./reason-dialog.tsx').then((part) => part.ReasonDialog))

type SignReviewProps = Pick<StepProps, 'review' | 'change'> & { person: SignOffCase['person'] }

/** Actions on a review that waits for sign-off: sign off, return, withdraw, or why none is allowed. */
export function SignReview({ review, change, person }: SignReviewProps) {
  const isHydrated = useHydrated()
  const [isReturning, setReturning] = useState(false)
  const sign = useReviewTransition(signOffReview, review)
  const sendBack = useReviewTransition(returnReview, review)
  const withdraw = useReviewTransition(withdrawReview, review)
  const refusal = whyNotSignOff({ review, change, person })
  const named = implementerToState({ review, change })
  const implementerId = useId()
  const [implementer, setImplementer] = useState('')
  const [isTried, setTried] = useState(false)
  const stated = implementer.trim()
  const fault = isResolved(stated)
    ? whyNotSignOff({ review: { ...review, implementer: stated }, change, person })?.text
    : 'Enter the e-mail address of the implementer.'
  const signOff = () => {
    if (named === null) return sign.run({})
    setTried(fault !== undefined)
    if (fault === undefined) sign.run({ implementer: stated })
    else document.getElementById(implementerId)?.focus()
  }
  const mayWithdraw = whyNotWithdraw({ review, change, person }) === null
  return (
    <div className="flex flex-col gap-3">
      <TransitionError error={sign.error ?? withdraw.error} />
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
              Return
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
            Withdraw
          </Button>
        ) : null}
        <p className="text-xs text-muted">
          {refusal === null ? 'Signing off completes the review and writes its outcome to the change.' : refusal.text}
        </p>
      </div>
      {isReturning ? (
        <ReasonDialog
          title="Return the review"
          description="The reviewer is notified with your reason."
          submitLabel="Return"
          busy={sendBack.isPending}
          error={sendBack.error}
          onSubmit={(reason) => sendBack.run({ reason }, () => setReturning(false))}
          onClose={() => setReturning(false)}
        />
      ) : null}
    </div>
  )
}
