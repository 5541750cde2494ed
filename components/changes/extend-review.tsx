'use client'

import { CalendarClock } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useReviewTransition } from '#components/review/transition/use-review-transition.ts'
import { Button } from '#components/ui/button.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { formatDay } from '#components/ui/time/format-time.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { extendReview } from '#lib/contracts/routes.ts'
import type { extensionDays } from '#lib/domain/review/extension-days.ts'

const ReasonDialog = dynamic(
  () => import('#components/review/transition/reason-dialog.tsx').then((part) => part.ReasonDialog),
  { loading: () => null },
)

type ExtendReviewProps = { review: Review; due: string; days: NonNullable<ReturnType<typeof extensionDays>> }

/** For a manager: gives an open review a later due date, and says why. */
export function ExtendReview({ review, due, days: { first, last } }: ExtendReviewProps) {
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const [day, setDay] = useState(first)
  const [isTried, setTried] = useState(false)
  const extend = useReviewTransition(extendReview, review)
  const isAllowed = first <= day && day <= last
  const submit = (reason: string) => {
    setTried(!isAllowed)
    if (isAllowed) extend.run({ reason, due_on: day }, () => setOpen(false))
  }
  return (
    <>
      <Button disabled={!isHydrated} icon={<CalendarClock aria-hidden="true" />} onClick={() => setOpen(true)}>
        Extend
      </Button>
      {isOpen ? (
        <ReasonDialog
          title="Extend the review"
          description={`It is due on ${formatDay(due)}. Insights still count whether it meets its first due date.`}
          submitLabel="Extend"
          busy={extend.isPending}
          error={extend.error}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <Field
            label="New due date"
            hint={`At most ${formatDay(last)}, 30 days after the first due date.`}
            required
            error={isTried && !isAllowed ? `Choose a day from ${formatDay(first)} to ${formatDay(last)}.` : undefined}
          >
            <DateInput min={first} max={last} value={day} onChange={({ target }) => setDay(target.value)} />
          </Field>
        </ReasonDialog>
      ) : null}
    </>
  )
}
