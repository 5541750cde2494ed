import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { chooseNumberToWrite } from '#server/platform/db/find-record.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { loadLockedReview, lockChangeWithReview } from '#server/reviews/locked-review.ts'
import { openReview } from '#server/reviews/open-review.ts'
import { loadPresentedReview, type ReviewRow } from '#server/reviews/queries.ts'
import { storeFullRequirement } from '#server/reviews/requirement.ts'
import { moveReview } from '#server/reviews/write-review.ts'
import { changes } from '#server/schema/changes.ts'

/**
 * Starts the review of a change with the actor as its reviewer, or returns the existing one. A review that the policy
 * opened is started: its reviewer stays, or becomes the actor if nobody is assigned. The change itself is not written.
 * Throws `not_found`, and `forbidden` for an actor who is not a person.
 */
export async function startReview(ctx: Context, number: string): Promise<Review> {
  const { actor } = ctx
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can start a review.')
  return inTransaction(ctx, async (tx) => {
    const changeNumber = await chooseNumberToWrite(tx.db, changes.number, number)
    const { row: existing, change } = await lockChangeWithReview(tx.db, changeNumber)
    const at = ctx.now.toISOString()
    if (existing) {
      const row = await beginReview(tx, existing)
      return loadPresentedReview(tx.db, row, change)
    }
    const row = await openReview(tx, change, {
      status: 'in_progress',
      reviewer: actor.email,
      reviewerName: actor.name,
      startedAt: at,
      origin: 'entry',
      createdAt: at,
      updatedAt: at,
    })
    const { status, reviewer, needsSignOff: needs_sign_off } = row
    const fields = { change_number: changeNumber, status, reviewer, needs_sign_off }
    await recordEvent(tx, reviewActions.started, row.reference, listDifferences({}, fields))
    const stored = await storeFullRequirement(tx, await loadLockedReview(tx.db, row, change))
    return loadPresentedReview(tx.db, stored.row, change, [])
  })
}

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
