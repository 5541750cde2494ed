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
import { dayAfter } from '#lib/domain/improvements/improvement-due.ts'
import { latestExtension } from '#lib/domain/review/latest-extension.ts'

const ReasonDialog = dynamic(
  () => import('#components/review/transition/reason-dialog.tsx').then((part) => part.ReasonDialog),
  { loading: () => null },
)

/** For a manager: gives an open review a later due date, and says why. */
export function ExtendReview({ review, due }: { review: Review; due: string }) {
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const first = dayAfter(due, 1)
  const latest = latestExtension(review.first_due_on ?? due)
  const [day, setDay] = useState(first)
  const [isTried, setTried] = useState(false)
  const extend = useReviewTransition(extendReview, review)
  const isAllowed = first <= day && day <= latest
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
            hint={`At most ${formatDay(latest)}, 30 days after the first due date.`}
            required
            error={isTried && !isAllowed ? `Choose a day from ${formatDay(first)} to ${formatDay(latest)}.` : undefined}
          >
            <DateInput min={first} max={latest} value={day} onChange={({ target }) => setDay(target.value)} />
          </Field>
        </ReasonDialog>
      ) : null}
    </>
  )
}
