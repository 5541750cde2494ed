import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { whyNotWaive } from '#lib/domain/review-sign-off.ts'
import { writeReviewFields } from '#server/changes/write-review-fields.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { lockWithChange } from './finish-review.ts'
import { moveReview } from './move-review.ts'
import { judgedReview, type ReviewRow } from './queries.ts'
import { lockReview } from './review-lock.ts'
import { assertMay, statedImplementer } from './stated-implementer.ts'

/**
 * Waives an open review: it is not required any more, and leaves Today and the reminders. Its answers stay; the change
 * keeps its review fields, but does not count as reviewed. Its reviewer is notified. Throws `not_found`, `forbidden` and `conflict`, as `whyNotWaive` says,
 * and `invalid_parameter` as `statedImplementer` does.
 */
export function waiveReview(ctx: Context, reference: string, reason: string, implementer?: string): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const { row, change, steps } = await lockWithChange(tx, await lockReview(tx, reference))
    const review = await judgedReview(tx, row, change, steps)
    assertMay(ctx, whyNotWaive, review)
    const stated = await statedImplementer(within, review, implementer, whyNotWaive)
    // What a token marked as reviewed waited for a signature that nobody gives now.
    if (row.status === 'awaiting_sign_off' && change.pir_completed)
      await writeReviewFields(within, change, { pir_completed: false })
    const waived = await closeAsWaived(within, row, {
      by: ctx.actor.name,
      reason,
      implementer: stated,
      needsSignOff: review.needs_sign_off,
    })
    await notifyAll(within, reviewActions.waived.notifies({ actor: ctx.actor.name, review: row, change, reason }))
    return judgedReview(tx, waived, change, steps)
  })
}

type Waiver = {
  /** Name of the manager; null for a change that was canceled. */
  readonly by: string | null
  readonly reason: string
  /** E-mail address of the implementer, if the manager had to state it. */
  readonly implementer?: string | null
  /** Whether a sign-off was needed: a waiver of less does not hold once one is. */
  readonly needsSignOff?: boolean
}

/** Moves a locked review to `waived`, with its history. */
export function closeAsWaived(
  ctx: TxContext,
  row: ReviewRow,
  { by, reason, implementer = null, needsSignOff = row.needsSignOff }: Waiver,
): Promise<ReviewRow> {
  return moveReview(
    ctx,
    row,
    reviewActions.waived,
    {
      status: 'waived',
      needsSignOff,
      waivedAt: ctx.now.toISOString(),
      waivedBy: by,
      waiveReason: reason,
      returned: null,
      ...(implementer !== null && { implementer }),
    },
    {
      waive_reason: { from: null, to: reason },
      ...(needsSignOff !== row.needsSignOff && { needs_sign_off: { from: row.needsSignOff, to: needsSignOff } }),
      ...(implementer !== null && { implementer: { from: row.implementer, to: implementer } }),
    },
  )
}
