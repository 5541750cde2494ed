'use client'

import { PenLine, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { StepProps } from '#components/review/form/use-step-form.ts'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { Signers } from '#components/review/transition/signers.tsx'
import { StateImplementer } from '#components/review/transition/state-implementer.tsx'
import { TransitionError } from '#components/review/transition/transition-error.tsx'
import { useReviewTransition } from '#components/review/transition/use-review-transition.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { returnReview, signOffReview, withdrawReview } from '#lib/contracts/routes.ts'
import {
  listImplementersToState,
  type SignOffCase,
  whyNotSignOff,
  whyNotWithdraw,
} from '#lib/domain/four-eyes/review-sign-off.ts'
import { isEmail } from '#lib/domain/four-eyes/same-person.ts'
import { stepLabels } from '#lib/domain/review/review-progress.ts'
import { ActionBar } from './action-bar.tsx'

const steps = reviewSteps.map((value) => ({ value, label: stepLabels[value] }))

type SignReviewProps = Pick<StepProps, 'review' | 'change'> & { person: SignOffCase['person'] }

/** Actions on a review that waits for sign-off: sign off, send back, withdraw; or the people who can sign it off. */
export function SignReview({ review, change, person }: SignReviewProps) {
  const isHydrated = useHydrated()
  const sign = useReviewTransition(signOffReview, review)
  const sendBack = useReviewTransition(returnReview, review)
  const withdraw = useReviewTransition(withdrawReview, review)
  const refusal = whyNotSignOff({ review, person })
  const implementers = listImplementersToState(review)
  const implementerId = useId()
  const [implementer, setImplementer] = useState('')
  const [step, setStep] = useState('')
  const [isTried, setTried] = useState(false)
  const implementerEmail = implementer.trim()
  const fault = isEmail(implementerEmail)
    ? whyNotSignOff({ review: { ...review, implementer: implementerEmail }, person })?.text
    : 'Enter the e-mail address of the implementer.'
  const signOff = () => {
    const read = { submitted_at: review.submitted_at ?? undefined, change_updated_at: change.updated_at }
    if (implementers.length === 0) return sign.run(read)
    setTried(fault !== undefined)
    if (fault === undefined) sign.run({ ...read, implementer: implementerEmail })
    else document.getElementById(implementerId)?.focus()
  }
  const mayWithdraw = whyNotWithdraw({ review, person }) === null
  const note =
    refusal === null ? (
      'Signing off completes the review and updates the change.'
    ) : (
      <>
        {refusal.text}
        <Signers reference={review.reference} isSubmitted />
      </>
    )
  const buttons = (
    <>
      {mayWithdraw ? (
        <Button
          disabled={!isHydrated}
          busy={withdraw.isPending}
          icon={<Undo2 aria-hidden="true" />}
          onClick={() => withdraw.run({})}
        >
          Withdraw
        </Button>
      ) : null}
      {refusal === null ? (
        <>
          <ReasonButton
            disabled={sign.isPending}
            title="Send the review back"
            description="The reviewer is notified with your reason."
            submitLabel="Send back"
            move={sendBack}
            fields={
              <Field label="Step" hint="The reviewer continues there, with your reason above it.">
                <NativeSelect
                  options={steps}
                  placeholder="The whole review"
                  value={step}
                  onChange={({ target }) => setStep(target.value)}
                />
              </Field>
            }
            onSubmit={(reason, close) =>
              sendBack.run({ reason, step: reviewSteps.find((known) => known === step) }, close)
            }
          >
            Send back
          </ReasonButton>
          <Button
            variant="primary"
            disabled={!isHydrated}
            busy={sign.isPending}
            icon={<PenLine aria-hidden="true" />}
            onClick={signOff}
          >
            Sign off
          </Button>
        </>
      ) : null}
    </>
  )
  return (
    <ActionBar note={note} buttons={refusal === null || mayWithdraw ? buttons : null}>
      <TransitionError error={sign.error ?? withdraw.error} />
      {refusal === null && implementers.length > 0 ? (
        <StateImplementer
          id={implementerId}
          named={implementers}
          value={implementer}
          error={isTried ? fault : undefined}
          onChange={setImplementer}
        />
      ) : null}
    </ActionBar>
  )
}
