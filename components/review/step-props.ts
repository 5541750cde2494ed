import type { LiveReview, ReviewSavers } from '#lib/api/review-savers.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'

/** What every step of a review is given. */
export type StepProps = {
  review: Review
  change: ChangeRecord
  savers: ReviewSavers
  /** The forms of all steps as they stand, saved or not. */
  live: LiveReview
}
