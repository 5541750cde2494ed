import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { whyNotWithdraw } from '#lib/domain/review-sign-off.ts'
import { writeReviewFields } from '#server/changes/write-review-fields.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { decideAtCompletion } from './decide-at-completion.ts'
import { assertComplete, lockWithChange, presentLocked, signOffReason } from './finish-review.ts'
import { moveReview } from './move-review.ts'
import { judgedReview } from './queries.ts'
import { lockReview, lockWritableReview } from './review-lock.ts'
import { assertCleanIfShort } from './short-form.ts'
import { listPossibleSigners, signersOf } from './signers.ts'
import { assertMay } from './stated-implementer.ts'

/**
 * Submits a review for sign-off, and notifies those who may sign it off. Throws `not_found`, and `conflict` when it
 * needs no sign-off, is already submitted or completed, or a step is incomplete, with one detail for each missing part.
 */
export async function submitReview(ctx: Context, reference: string): Promise<Review> {
  const { actor } = ctx
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can submit a review.')
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const writable = await lockWithChange(tx, await lockWritableReview(tx, reference))
    const { locked, policy } = await decideAtCompletion(within, writable)
    const { row, change, steps } = locked
    if (signOffReason(ctx, locked, policy) === null) {
      throw new AppError('conflict', `The review ${reference} needs no sign-off: complete it.`)
    }
    await assertCleanIfShort(within, row)
    await assertComplete(tx, locked)
    const isRaised = !writable.row.needsSignOff
    const submitted = await moveReview(
      within,
      row,
      reviewActions.submitted,
      {
        status: 'awaiting_sign_off',
        needsSignOff: true,
        submittedAt: ctx.now.toISOString(),
        submittedBy: actor.email,
        returned: null,
      },
      isRaised ? { needs_sign_off: { from: false, to: true } } : {},
    )
    const review = await judgedReview(tx, submitted, change, steps)
    const signers = signersOf(await listPossibleSigners(tx), review)
    await notifyAll(within, reviewActions.submitted.notifies({ actor: actor.name, review: row, change, signers }))
    return review
  })
}

/** Withdraws a review that waits for sign-off. Throws `not_found`, `forbidden` and `conflict`, as `whyNotWithdraw` says. */
export async function withdrawReview(ctx: Context, reference: string): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const locked = await lockWithChange(tx, await lockReview(tx, reference))
    assertMay(ctx, whyNotWithdraw, presentLocked(locked))
    const within = { ...ctx, db: tx }
    if (locked.change.pir_completed) await writeReviewFields(within, locked.change, { pir_completed: false })
    const moved = await moveReview(within, locked.row, reviewActions.withdrawn, {
      status: 'in_progress',
      submittedAt: null,
      submittedBy: null,
      setThroughApi: null,
    })
    return judgedReview(tx, moved, locked.change, locked.steps)
  })
}
