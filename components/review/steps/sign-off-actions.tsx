import { useQuery } from '@tanstack/react-query'
import { CheckCircle2, PenLine, Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLiveReview } from '#components/review/form/review-savers.ts'
import type { SignOffProps, StepProps } from '#components/review/form/use-step-form.ts'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { TransitionError, useReviewTransition } from '#components/review/transition/use-review-transition.tsx'
import { useStatedImplementer } from '#components/review/transition/use-stated-implementer.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { signOffQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import {
  chooseFullForm,
  completeReview,
  returnReview,
  signOffReview,
  submitReview,
  withdrawReview,
} from '#lib/contracts/routes.ts'
import { isAssignedToAnother } from '#lib/domain/four-eyes/same-person.ts'
import { stepLabels } from '#lib/review/labels.ts'
import type { StepProgress } from '#lib/review/progress.ts'
import { type SignOffCase, whyNotSignOff, whyNotWithdraw, whyReviewRequiresSignOff } from '#lib/review/sign-off.ts'
import { joinNames } from '#lib/text/join-names.ts'
import { ActionBar } from './reopen-review.tsx'

type SignOffActionsProps = SignOffProps & {
  steps: readonly StepProgress[]
  isReadOnly: boolean
  person: SignOffCase['person']
}

/** Buttons with which this person can finish an open review; beside them, the reason why not or the people who can. */
export function SignOffActions({ review, change, savers, steps, isReadOnly, person }: SignOffActionsProps) {
  const props = { review, person }
  if (review.status === 'awaiting_sign_off') return <SignReview {...props} change={change} />
  if (isReadOnly) return null
  const isReady = steps.every(({ step, isDone }) => step === 'sign_off' || isDone)
  return <CompleteReview {...props} savers={savers} isReady={isReady} />
}

type CompleteReviewProps = Pick<SignOffProps, 'review' | 'savers'> & {
  person: SignOffCase['person']
  isReady: boolean
}

const completion = { label: 'Complete the review', icon: <CheckCircle2 />, verb: 'completed' }
const submission = { label: 'Submit for sign-off', icon: <Send />, verb: 'submitted' }

/** Completes or submits the review. The button is not primary if the person submits it for the reviewer. */
function CompleteReview({ review, person, savers, isReady }: CompleteReviewProps) {
  const isHydrated = useHydrated()
  const complete = useReviewTransition(completeReview, review)
  const submit = useReviewTransition(submitReview, review)
  const choose = useEndpointMutation(chooseFullForm)
  const reason = whyReviewRequiresSignOff({ review, person })
  const [move, words] = reason === null ? [complete, completion] : [submit, submission]
  const isOnBehalf = reason !== null && isAssignedToAnother(review, person.email)
  // As it is now: a state that lags behind would disable the button between the press and the release of the mouse.
  const { states } = useLiveReview(savers, review)
  const isSaved = reviewSteps.every((step) => states[step].kind === 'saved')
  const run = async () => {
    await savers.flush()
    if (reviewSteps.some((step) => savers.steps[step].state.kind !== 'saved')) return
    const finish = () => move.run({})
    if (review.form_kind === 'full') return finish()
    choose.mutate({ params: { reference: review.reference }, body: {} }, { onSuccess: finish })
  }
  const note = (
    <>
      {isReady && isSaved
        ? (reason ?? 'It is read-only afterwards.')
        : `It can be ${words.verb} when ${isReady ? 'everything is saved' : 'nothing is missing'}.`}
      {reason === null ? null : <Signers reference={review.reference} />}
    </>
  )
  return (
    <ActionBar
      note={note}
      buttons={
        <Button
          variant={isOnBehalf ? 'secondary' : 'primary'}
          disabled={!isHydrated || !isReady || !isSaved}
          busy={choose.isPending || move.isPending}
          icon={words.icon}
          onClick={run}
        >
          {isOnBehalf ? `Submit on behalf of ${review.reviewer_name ?? review.reviewer}` : words.label}
        </Button>
      }
    >
      <TransitionError error={choose.error ?? move.error} />
    </ActionBar>
  )
}

const steps = reviewSteps.map((value) => ({ value, label: stepLabels[value] }))

type SignReviewProps = Pick<StepProps, 'review' | 'change'> & { person: SignOffCase['person'] }

/** Actions on a review that waits for sign-off: sign off, send back, withdraw; or the people who can sign it off. */
function SignReview({ review, change, person }: SignReviewProps) {
  const isHydrated = useHydrated()
  const sign = useReviewTransition(signOffReview, review)
  const sendBack = useReviewTransition(returnReview, review)
  const withdraw = useReviewTransition(withdrawReview, review)
  const refusal = whyNotSignOff({ review, person })
  const [step, setStep] = useState('')
  const implementer = useStatedImplementer(review, (stated) => whyNotSignOff({ review: stated, person })?.text)
  const read = { submitted_at: review.submitted_at ?? '', change_updated_at: change.updated_at }
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
        <Button disabled={!isHydrated} busy={withdraw.isPending} icon={<Undo2 />} onClick={() => withdraw.run({})}>
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
            fields={() => (
              <Field label="Step" hint="The reviewer continues there, with your reason above it.">
                <NativeSelect
                  options={steps}
                  placeholder="The whole review"
                  value={step}
                  onChange={({ target }) => setStep(target.value)}
                />
              </Field>
            )}
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
            icon={<PenLine />}
            onClick={() => implementer.runStated((stated) => sign.run({ ...read, ...stated }))}
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
      {refusal === null ? implementer.field : null}
    </ActionBar>
  )
}

/** Sentence with the people who can sign a review off; it follows another sentence. */
function Signers({ reference, isSubmitted = false }: { reference: string; isSubmitted?: boolean }) {
  const signers = useQuery(signOffQuery(reference)).data?.signers ?? []
  if (signers.length === 0) return null
  const names = joinNames(
    signers.map(({ name }) => name),
    'or',
  )
  return isSubmitted ? ` Waiting for ${names}.` : ` Needs sign-off by ${names}.`
}
