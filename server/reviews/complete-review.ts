import type { Review } from '#lib/contracts/app/reviews.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { decideAtCompletion } from './decide-at-completion.ts'
import { assertComplete, lockWithChange, signOffReason, writeCompletion } from './finish-review.ts'
import { lockWritableReview } from './review-lock.ts'
import { assertCleanIfShort } from './short-form.ts'

/**
 * Completes a review that needs no sign-off: the review, the review fields of its change, its
 * version and the history, all or nothing. A change in state `review` is closed by it (ITIL: a change is closed once it
 * is reviewed); one in another state keeps its state. The date defaults to today (UTC). Throws `not_found`, and
 * `conflict` when it is already completed, waits for or needs a sign-off, or a step is incomplete, with one detail for
 * each missing part.
 */
export async function completeReview(
  ctx: Context,
  reference: string,
  { pir_date: date = null }: { pir_date?: string | null | undefined },
): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const writable = await lockWithChange(tx, await lockWritableReview(tx, reference))
    const { locked, policy } = await decideAtCompletion(within, writable)
    const reason = signOffReason(ctx, locked, policy)
    if (reason !== null) {
      throw new AppError('conflict', `The review ${reference} needs a sign-off: submit it instead. ${reason}`)
    }
    await assertCleanIfShort(within, locked.row)
    const outcome = await assertComplete(tx, locked)
    return writeCompletion(within, locked, { outcome, date, isSignedOff: false })
  })
}
