import { DateTime } from '#components/ui/date-time.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { apiWriteInWords } from '#lib/domain/review-words.ts'

/** Warns that the API set the outcome after the review was completed. */
export function ApiWriteNotice({ review: { set_through_api: write } }: { review: Pick<Review, 'set_through_api'> }) {
  if (!write) return null
  return (
    <Notice tone="warning" title={apiWriteInWords(write)}>
      <DateTime value={write.at} />. The answers below are from the completed review.
    </Notice>
  )
}
