import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { addBusinessDays } from '#lib/domain/business-days.ts'
import { whyNotReopen } from '#lib/domain/review-sign-off.ts'
import { writeReviewFields } from '#server/changes/write-review-fields.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { type LockedReview, lockWithChange, presentLocked } from './finish-review.ts'
import { moveReview } from './move-review.ts'
import { formsIn, judgedReview } from './queries.ts'
import { lockReview } from './review-lock.ts'
import { markReopened, storeVersion } from './review-versions.ts'
import { returnOf } from './sign-off-review.ts'
import { assertMay } from './stated-implementer.ts'

/** Business days until a reopened review is due. Source: product.md, "Due in 10 business days, 5 for emergencies". */
const dueDays = { emergency: 5, other: 10 }

/**
 * Reopens a completed or waived review. The version of a completed one stays, with who reopened it and why. `pir_completed` of the change turns
 * false, so that clients know that the review may change; reference, outcome and date of the last completion stay until
 * the next one, and so does the state, as the work of the change does not resume. A review that had a due date gets a
 * new one. Throws `not_found`, `forbidden` and `conflict`, as `whyNotReopen` says.
 */
export async function reopenReview(ctx: Context, reference: string, reason: string): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const locked = await lockWithChange(tx, await lockReview(tx, reference))
    const { row, change, steps } = locked
    assertMay(ctx, whyNotReopen, presentLocked(locked))
    if (row.status === 'completed') {
      await keepAsCompleted(within, locked)
      await markReopened(within, row, reason)
      await writeReviewFields(within, change, { pir_completed: false })
    }
    const moved = await moveReview(
      within,
      row,
      reviewActions.reopened,
      {
        ...openAgain,
        status: 'in_progress',
        returned: returnOf(ctx, 'reopened', reason),
        dueOn: row.dueOn === null ? null : await dueAgain(within, change.type),
      },
      { reopen_reason: { from: null, to: reason } },
    )
    await notifyAll(within, reviewActions.reopened.notifies({ actor: ctx.actor.name, review: row, change, reason }))
    return judgedReview(tx, moved, change, steps)
  })
}

/** The fields that reopening clears. The writers stay: their answers do too. */
export const openAgain = {
  submittedAt: null,
  submittedBy: null,
  signedOffAt: null,
  signedOffBy: null,
  completedAt: null,
  completedBy: null,
  completedThrough: null,
  setThroughApi: null,
  waivedAt: null,
  waivedBy: null,
  waiveReason: null,
  proposedOutcome: null,
  remindedAt: null,
}

/** A review that was completed before versions existed has none; its current state is that version. */
async function keepAsCompleted(ctx: TxContext, { row, change, steps }: LockedReview): Promise<void> {
  const forms = formsIn(change, steps)
  const outcome = forms.outcome.outcome ?? change.pir_outcome
  if (outcome !== null) await storeVersion(ctx, row, { change, forms, outcome })
}

async function dueAgain(ctx: TxContext, type: string): Promise<string> {
  const { today, holidays } = await getBusinessDay(ctx)
  return addBusinessDays(today, type === 'emergency' ? dueDays.emergency : dueDays.other, holidays)
}
