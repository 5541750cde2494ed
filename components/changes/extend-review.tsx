'use client'

import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { useReviewTransition } from '#components/review/transition/use-review-transition.ts'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { extendReview } from '#lib/contracts/routes.ts'
import type { getExtensionDays } from '#lib/domain/review/extension-days.ts'
import { formatDay } from '#lib/time/format-time.ts'

type ExtendReviewProps = { review: Review; due: string; days: NonNullable<ReturnType<typeof getExtensionDays>> }

/** Button for a manager that sets a later due date for an open review, with a reason. */
export function ExtendReview({ review, due, days: { first, last } }: ExtendReviewProps) {
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
      icon={<CalendarClock aria-hidden="true" />}
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
          <DateInput min={first} max={last} value={day} onChange={({ target }) => setDay(target.value)} />
        </Field>
      }
    >
      Extend
    </ReasonButton>
  )
}
