import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { chooseNumberToWrite } from '#server/platform/db/find-record.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { storeFullRequirement } from '#server/reviews/policy/store-sign-off-requirement.ts'
import { openReview } from '#server/reviews/record/insert-review.ts'
import { loadLockedReview } from '#server/reviews/record/locked-review.ts'
import { listStepRows, loadPresentedReview } from '#server/reviews/record/queries.ts'
import { lockChangeWithReview } from '#server/reviews/record/review-lock.ts'
import { beginReview } from '#server/reviews/steps/begin-review.ts'
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
      return loadPresentedReview(tx.db, row, change, await listStepRows(tx.db, existing.reference))
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
