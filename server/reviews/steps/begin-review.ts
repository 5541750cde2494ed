import { reviewActions } from '#lib/actions/review-actions.ts'
import { AppError } from '#server/platform/errors.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { moveReview } from '#server/reviews/record/move-review.ts'
import type { ReviewRow } from '#server/reviews/record/queries.ts'

/**
 * Starts a review that the policy opened. Its reviewer stays, or becomes the actor if nobody is assigned. A review in
 * progress stays as it is. The row must be locked. Throws `forbidden` for an actor who is not a person.
 */
export async function beginReview(ctx: TxContext, review: ReviewRow): Promise<ReviewRow> {
  if (review.status !== 'not_started') return review
  const { actor } = ctx
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can start a review.')
  const isTaken = review.reviewer === null
  const assigned = isTaken ? { reviewer: actor.email, reviewerName: actor.name } : {}
  return moveReview(
    ctx,
    review,
    reviewActions.begun,
    { ...assigned, status: 'in_progress', startedAt: ctx.now.toISOString() },
    isTaken ? { reviewer: { from: null, to: actor.email } } : {},
  )
}
