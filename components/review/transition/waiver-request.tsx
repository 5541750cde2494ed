import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { signOffQuery } from '#lib/api/review-queries.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { confirmWaiver, refuseWaiver } from '#lib/contracts/routes.ts'
import { hasRequested } from '#lib/domain/four-eyes/four-eyes.ts'
import { type SignOffCase, whyNotConfirmWaiver, whyNotRefuseWaiver } from '#lib/review/sign-off.ts'
import { joinNames } from '#lib/text/join-names.ts'
import { ReasonButton } from './reason-button.tsx'
import { TransitionError, useReviewTransition } from './use-review-transition.tsx'
import { useStatedImplementer } from './use-stated-implementer.tsx'

export function WaiverRequest({ review }: { review: Review }) {
  const person = useUser()
  const request = review.waiver_requested
  if (!request || !person) return null
  const reviewCase = { review, person }
  const refusal = whyNotConfirmWaiver(reviewCase)
  return (
    <Notice
      tone="warning"
      title={`${request.by} requested a waiver of this review`}
      action={
        whyNotRefuseWaiver(reviewCase) === null ? (
          <div className="flex flex-wrap gap-2">
            <RefuseButton review={review} isOwn={hasRequested(person, request)} />
            {refusal === null ? <ConfirmButton review={review} person={person} /> : null}
          </div>
        ) : null
      }
    >
      <DateTime value={request.at} />: <span className="whitespace-pre-wrap">{request.reason}</span>
      <p className="mt-1 text-muted">
        {refusal === null ? 'The review needs a sign-off, so a second manager confirms the waiver.' : refusal.text}
        {refusal === null ? null : <Confirmers reference={review.reference} />}
      </p>
    </Notice>
  )
}

/** Sentence with the people who can confirm the waiver; it follows another sentence. */
function Confirmers({ reference }: { reference: string }) {
  const confirmers = useQuery(signOffQuery(reference)).data?.confirmers
  if (!confirmers) return null
  if (confirmers.length === 0) return ' No other manager or admin can confirm it, so it waits until one can.'
  const names = confirmers.map(({ name }) => name)
  return ` ${joinNames(names, 'or')} can confirm it.`
}

function RefuseButton({ review, isOwn }: { review: Review; isOwn: boolean }) {
  const refuse = useReviewTransition(refuseWaiver, review)
  const verb = isOwn ? 'Withdraw' : 'Refuse'
  return (
    <ReasonButton
      title={`${verb} the waiver`}
      description="The review is required as before. Its reviewer is notified with your reason."
      submitLabel={verb}
      move={refuse}
      onSubmit={(reason, close) => refuse.run({ reason }, close)}
    >
      {verb} the waiver
    </ReasonButton>
  )
}

function ConfirmButton({ review, person }: SignOffCase & { review: Review }) {
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const confirm = useReviewTransition(confirmWaiver, review)
  const implementer = useStatedImplementer(review, (stated) => whyNotConfirmWaiver({ review: stated, person })?.text)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="primary" disabled={!isHydrated} icon={<Ban />} onClick={() => setOpen(true)}>
        Confirm the waiver
      </Button>
      {isOpen ? (
        <FormDialog
          title="Confirm the waiver"
          description="Nobody has to review this change any more. Its answers are kept, and a manager can reopen it."
          submitLabel="Confirm"
          busy={confirm.isPending}
          onSubmit={(event) => {
            event.preventDefault()
            implementer.runStated((stated) => confirm.run(stated, close))
          }}
          onClose={close}
        >
          <TransitionError error={confirm.error} />
          {implementer.field}
        </FormDialog>
      ) : null}
    </>
  )
}
