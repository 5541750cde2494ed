import { reviewActions } from '#lib/actions/review-actions.ts'
import type { signOffReview as contract } from '#lib/contracts/app/review-sign-off.ts'
import type { ReviewReturn } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { BodyOf } from '#lib/contracts/endpoint.ts'
import { whyNotSignOff } from '#lib/domain/review-sign-off.ts'
import { writeReviewFields } from '#server/changes/write-review-fields.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { lockWithChange, presentLocked, submittedOutcome, writeCompletion } from './finish-review.ts'
import { moveReview } from './move-review.ts'
import { judgedReview } from './queries.ts'
import { lockReview } from './review-lock.ts'
import { assertMay, statedImplementer } from './stated-implementer.ts'

type SignOff = BodyOf<typeof contract>

/**
 * Signs a review off, which completes it: review, change, version and history, all or nothing. A review that became
 * incomplete after its submission, such as by a newly linked incident, is rejected as at completion. Throws
 * `not_found`, `forbidden` and `conflict`, as `whyNotSignOff` says, and `precondition_failed` when review or change are
 * not what the signer read.
 */
export async function signOffReview(
  ctx: Context,
  reference: string,
  { pir_date: date, implementer, ...read }: SignOff,
): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const locked = await lockWithChange(tx, await lockReview(tx, reference))
    const review = presentLocked(locked)
    assertMay(ctx, whyNotSignOff, review)
    assertRead(read, review, locked.change)
    const stated = await statedImplementer({ ...ctx, db: tx }, review, implementer, whyNotSignOff)
    const outcome = await submittedOutcome(tx, locked)
    return writeCompletion({ ...ctx, db: tx }, locked, {
      outcome,
      date: date ?? null,
      isSignedOff: true,
      implementer: stated,
    })
  })
}

/** Nobody signs what they have not seen: refuses a review that was submitted again, and a change that was written. */
function assertRead({ submitted_at, change_updated_at }: SignOff, review: Review, change: ChangeRecord): void {
  const refuse = (what: string) => {
    throw new AppError('precondition_failed', `${what} since you opened it. Read what is new, then sign off.`)
  }
  if (submitted_at !== undefined && submitted_at !== review.submitted_at) refuse('The review was submitted again')
  if (change_updated_at !== undefined && change_updated_at !== change.updated_at) refuse(`${change.number} was written`)
}

/**
 * Returns a review instead of signing it off, and notifies its reviewer of the reason. Throws what `signOffReview`
 * throws.
 */
export async function returnReview(ctx: Context, reference: string, reason: string): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const locked = await lockWithChange(tx, await lockReview(tx, reference))
    const { row, change, steps } = locked
    assertMay(ctx, whyNotSignOff, presentLocked(locked))
    const returned = returnOf(ctx, 'returned', reason)
    if (change.pir_completed) await writeReviewFields(within, change, { pir_completed: false })
    const moved = await moveReview(
      within,
      row,
      reviewActions.returned,
      { status: 'in_progress', submittedAt: null, submittedBy: null, setThroughApi: null, returned },
      { return_reason: { from: null, to: reason } },
    )
    await notifyAll(within, reviewActions.returned.notifies({ actor: ctx.actor.name, review: row, change, reason }))
    return judgedReview(tx, moved, change, steps)
  })
}

export const returnOf = ({ now, actor }: Context, kind: ReviewReturn['kind'], reason: string): ReviewReturn => ({
  kind,
  at: now.toISOString(),
  by: actor.name,
  reason,
})
