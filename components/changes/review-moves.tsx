import { Ban, CalendarClock, Eye } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { useReviewTransition } from '#components/review/transition/use-review-transition.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { SecondLookVerdict } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { extendReview, takeSecondLook, waiveReview } from '#lib/contracts/routes.ts'
import type { getExtensionDays } from '#lib/review/due.ts'
import { secondLookLabels } from '#lib/review/second-look.ts'
import { formatDay } from '#lib/time/format-time.ts'

// In the dialog that extends a review.
const DateInput = dynamic(() => import('#components/ui/form/date-input.tsx').then((part) => part.DateInput), {
  loading: () => null,
})

export function WaiveReview({ review }: { review: Review }) {
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

export function SecondLook({ review }: { review: Review }) {
  const [verdict, setVerdict] = useState<SecondLookVerdict | ''>('')
  const take = useReviewTransition(takeSecondLook, review)
  return (
    <ReasonButton
      variant="primary"
      icon={<Eye />}
      title="How is the result now?"
      description="Compared with the day of the review, by what its measures and its users say. If the outcome no longer holds, reopen the review afterwards: its signed version stays."
      submitLabel="Save"
      move={take}
      onSubmit={(note, close) => verdict && take.run({ verdict, note }, close)}
      areValid={verdict !== ''}
      fields={(isTried) => (
        <Field label="Result" required error={isTried && verdict === '' ? 'Choose how the result is now.' : undefined}>
          <NativeSelect
            options={verdicts}
            placeholder="Choose"
            value={verdict}
            onChange={({ target }) => setVerdict(target.value as typeof verdict)}
          />
        </Field>
      )}
    >
      Look again
    </ReasonButton>
  )
}

type ExtendReviewProps = { review: Review; due: string; days: NonNullable<ReturnType<typeof getExtensionDays>> }

export function ExtendReview({ review, due, days: { first, last } }: ExtendReviewProps) {
  const [day, setDay] = useState(first)
  const extend = useReviewTransition(extendReview, review)
  const isAllowed = first <= day && day <= last
  return (
    <ReasonButton
      icon={<CalendarClock />}
      title="Extend the review"
      description={`It is due on ${formatDay(due)}. Insights still count whether it meets its first due date.`}
      submitLabel="Extend"
      move={extend}
      onSubmit={(reason, close) => extend.run({ reason, due_on: day }, close)}
      areValid={isAllowed}
      fields={(isTried) => (
        <Field
          label="New due date"
          hint={`At most ${formatDay(last)}, 30 days after the first due date.`}
          required
          error={isTried && !isAllowed ? `Choose a day from ${formatDay(first)} to ${formatDay(last)}.` : undefined}
        >
          <DateInput min={first} max={last} value={day} onChange={setDay} />
        </Field>
      )}
    >
      Extend
    </ReasonButton>
  )
}
