import { Notice } from '#components/ui/notice.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { isAssignedToAnother } from '#lib/domain/four-eyes/same-person.ts'

/** Names the assigned reviewer to anyone else who may edit the review. */
export function AssignedNotice({ review, account }: { review: Review; account: string }) {
  if (!isAssignedToAnother(review, account)) return null
  return (
    <div className="mb-4">
      <Notice>Assigned to {review.reviewer_name ?? review.reviewer}. Your changes are recorded under your name.</Notice>
    </div>
  )
}
