import { eq } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError } from '#server/platform/errors.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { ReviewRow } from './queries.ts'

/**
 * Starts a review that the policy opened; its reviewer stays, or becomes the actor if nobody is assigned. A review in
 * progress stays as it is. The row must be locked. Throws `forbidden` for an actor who is not a person.
 */
export async function beginReview(ctx: TxContext, review: ReviewRow): Promise<ReviewRow> {
  if (review.status !== 'not_started') return review
  const { actor } = ctx
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can start a review.')
  const at = ctx.now.toISOString()
  const assigned = review.reviewer === null ? { reviewer: actor.email, reviewerName: actor.name } : {}
  const [row] = await ctx.db
    .update(reviews)
    .set({ ...assigned, status: 'in_progress', startedAt: at, version: review.version + 1, updatedAt: at })
    .where(eq(reviews.reference, review.reference))
    .returning()
  if (!row) throw new Error('The review was not started.')
  await recordEvent(ctx, reviewActions.begun, row.reference, {
    status: { from: review.status, to: row.status },
    ...(review.reviewer === null && { reviewer: { from: null, to: actor.email } }),
  })
  return row
}
