import { useQuery } from '@tanstack/react-query'
import { Ban, CalendarClock, ClipboardCheck, Eye, FileText } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useUser } from '#components/layout/user-context.tsx'
import { isReviewable } from '#components/records/change-labels.ts'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { useReviewTransition } from '#components/review/transition/use-review-transition.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { decisionQuery } from '#lib/api/review-queries.ts'
import { isLocked, type SecondLookVerdict } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { extendReview, takeSecondLook, waiveReview } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getExtensionDays } from '#lib/review/due.ts'
import { secondLookLabels } from '#lib/review/second-look.ts'
import { whyNotExtend, whyNotTakeSecondLook, whyNotWaive } from '#lib/review/sign-off.ts'
import { formatDay } from '#lib/time/format-time.ts'

// In dialogs.
const NativeSelect = dynamic(() => import('#components/ui/form/native-select.tsx').then((part) => part.NativeSelect), {
  loading: () => null,
})
const DateInput = dynamic(() => import('#components/ui/form/date-input.tsx').then((part) => part.DateInput), {
  loading: () => null,
})

type ReviewActionsProps = {
  change: ChangeRecord
  review: Review | null
  canWrite: boolean
  /** YYYY-MM-DD */
  today: string
}

/** Button for the next step of the review: start, continue or read it. */
export function ReviewActions({ change, review, canWrite, today }: ReviewActionsProps) {
  const { number } = change
  const person = useUser()
  const decision = useQuery(decisionQuery(number)).data?.decision
  if (review === null) {
    if (!canWrite || change.pir_completed || !isReviewable(change)) return null
    return (
      <ButtonLink
        href={pagePaths.review(number)}
        variant={decision?.is_owed === false ? 'secondary' : 'primary'}
        icon={<ClipboardCheck />}
      >
        Start the review
      </ButtonLink>
    )
  }
  const isCompleted = review.status === 'completed'
  const mayWaive = person !== null && whyNotWaive({ review, person }) === null
  const mayExtend = person !== null && whyNotExtend({ review, person }) === null
  const { second_look_on: lookOn, second_look: look } = review
  const mayLookAgain =
    lookOn !== null &&
    lookOn <= today &&
    look === null &&
    person !== null &&
    whyNotTakeSecondLook({ review, person }) === null
  const due = review.due_on
  const days = due === null ? null : getExtensionDays({ ...review, due_on: due }, today)
  const isRead = isLocked(review) || !canWrite
  return (
    <>
      {mayExtend && due !== null && days !== null ? (
        <ExtendReview key={due} review={review} due={due} days={days} />
      ) : null}
      {mayLookAgain ? <SecondLook review={review} /> : null}
      {mayWaive ? <WaiveReview review={review} /> : null}
      <ButtonLink href={pagePaths.review(number)} variant={isRead ? 'secondary' : 'primary'} icon={<ClipboardCheck />}>
        {isRead ? 'Read the review' : `${review.status === 'not_started' ? 'Start' : 'Continue'} the review`}
      </ButtonLink>
      {isCompleted ? (
        <ButtonLink href={pagePaths.report(number)} icon={<FileText />}>
          Report
        </ButtonLink>
      ) : null}
    </>
  )
}

function WaiveReview({ review }: { review: Review }) {
  const waive = useReviewTransition(waiveReview, review)
  return (
    <ReasonButton
      icon={<Ban />}
      title="Waive the review"
      description={
        review.needs_sign_off
          ? 'It needs a sign-off, so another manager has to confirm the waiver. Until then it stays open.'
          : 'Nobody has to review this change any more. Its answers are kept, and a manager can reopen it.'
      }
      submitLabel={review.needs_sign_off ? 'Request the waiver' : 'Waive'}
      move={waive}
      onSubmit={(reason, close) => waive.run({ reason }, close)}
    >
      Waive
    </ReasonButton>
  )
}

const verdicts = Object.entries(secondLookLabels).map(([value, label]) => ({ value, label }))

function SecondLook({ review }: { review: Review }) {
  const [verdict, setVerdict] = useState<SecondLookVerdict>('still_good')
  const take = useReviewTransition(takeSecondLook, review)
  return (
    <ReasonButton
      variant="primary"
      icon={<Eye />}
      title="How is the result now?"
      description="Compared with the day of the review, by what its measures and its users say. If the outcome no longer holds, reopen the review afterwards: its signed version stays."
      submitLabel="Save"
      move={take}
      onSubmit={(note, close) => take.run({ verdict, note }, close)}
      fields={
        <Field label="Result" required>
          <NativeSelect
            options={verdicts}
            value={verdict}
            onChange={({ target }) => setVerdict(target.value as SecondLookVerdict)}
          />
        </Field>
      }
    >
      Look again
    </ReasonButton>
  )
}

type ExtendReviewProps = { review: Review; due: string; days: NonNullable<ReturnType<typeof getExtensionDays>> }

function ExtendReview({ review, due, days: { first, last } }: ExtendReviewProps) {
  const [day, setDay] = useState(first)
  const [isTried, setTried] = useState(false)
  const extend = useReviewTransition(extendReview, review)
  const isAllowed = first <= day && day <= last
  const submit = (reason: string, close: () => void) => {
    setTried(!isAllowed)
    if (isAllowed) extend.run({ reason, due_on: day }, close)
  }
  return (
    <ReasonButton
      icon={<CalendarClock />}
      title="Extend the review"
      description={`It is due on ${formatDay(due)}. Insights still count whether it meets its first due date.`}
      submitLabel="Extend"
      move={extend}
      onSubmit={submit}
      fields={
        <Field
          label="New due date"
          hint={`At most ${formatDay(last)}, 30 days after the first due date.`}
          required
          error={isTried && !isAllowed ? `Choose a day from ${formatDay(first)} to ${formatDay(last)}.` : undefined}
        >
          <DateInput min={first} max={last} value={day} onChange={setDay} />
        </Field>
      }
    >
      Extend
    </ReasonButton>
  )
}
