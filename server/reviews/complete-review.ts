import type { Review } from '#lib/contracts/app/reviews.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/errors.ts'
import { assertComplete, lockWithChange, writeCompletion } from './finish-review.ts'
import { lockWritableReview } from './review-lock.ts'
import { assertCleanIfShort } from './short-form.ts'

/**
 * Completes a review that needs no sign-off: itself, the review fields of its change, its version and the history, all or
 * nothing. A change in state `review` is closed by it (ITIL: a change is closed once it is reviewed); one in another
 * state keeps its state. The date is today (UTC) when left out. Throws `not_found`, and `conflict` when it is completed
 * already, waits for or needs a sign-off, or a step lacks something, with one detail for each thing.
 */
export async function completeReview(
  ctx: Context,
  reference: string,
  { pir_date: date = null }: { pir_date?: string | null | undefined },
): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const locked = await lockWithChange(tx, await lockWritableReview(tx, reference))
    if (locked.row.needsSignOff) {
      throw new AppError('conflict', `The review ${reference} needs a sign-off: hand it in instead.`)
    }
    await assertCleanIfShort({ ...ctx, db: tx }, locked.row)
    const outcome = await assertComplete(tx, locked)
    return writeCompletion({ ...ctx, db: tx }, locked, { outcome, date, isSignedOff: false })
  })
}
