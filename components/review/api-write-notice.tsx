import { DateTime } from '#components/ui/date-time.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { apiWriteInWords } from '#lib/domain/review-words.ts'

/** Says what was set on the change after the review was completed, which its answers do not show. */
export function ApiWriteNotice({ review: { set_through_api: write } }: { review: Pick<Review, 'set_through_api'> }) {
  if (!write) return null
  return (
    <Notice tone="warning" title={apiWriteInWords(write)}>
      <DateTime value={write.at} />. The answers below are those of the review as it was completed.
    </Notice>
  )
}
