import type { LiveReview, ReviewSavers } from '#lib/api/review-savers.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'

export type StepProps = {
  review: Review
  change: ChangeRecord
  savers: ReviewSavers
  /** The forms of all steps, with unsaved edits. */
  live: LiveReview
}
