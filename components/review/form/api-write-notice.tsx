import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { describeApiWrite } from '#lib/review/labels.ts'

export function ApiWriteNotice({ review }: { review: Pick<Review, 'set_through_api' | 'status' | 'submitted_by'> }) {
  const { set_through_api: write, status, submitted_by: submittedBy } = review
  if (!write) return null
  const isSubmitted = status === 'awaiting_sign_off' && submittedBy === null
  return (
    <Notice tone="warning" title={describeApiWrite(write)}>
      <DateTime value={write.at} />.{' '}
      {isSubmitted
        ? 'Signing off confirms this outcome; the answers below may be incomplete.'
        : 'The answers below are those of the review.'}
    </Notice>
  )
}
