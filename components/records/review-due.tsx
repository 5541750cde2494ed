import { Day } from '#components/ui/time/day.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { describeExtensions } from '#lib/domain/review/describe-due.ts'

type ReviewDueProps = { review: Pick<Review, 'first_due_on' | 'extensions'> & { due_on: string } }

/** Due date of a review, with the first one if it was extended. */
export function ReviewDue({ review: { due_on: due, first_due_on: first, extensions } }: ReviewDueProps) {
  if (first === null) return <Day value={due} />
  return (
    <>
      <Day value={due} />,{' '}
      <span className="whitespace-nowrap">
        first <Day value={first} />
      </span>
      {describeExtensions(extensions)}
    </>
  )
}
