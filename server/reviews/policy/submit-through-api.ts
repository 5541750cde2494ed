import { reviewActions } from '#lib/actions/review-actions.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { listSigners } from '#server/reviews/four-eyes/signers.ts'
import type { LockedReview } from '#server/reviews/record/locked-review.ts'
import { moveReview } from '#server/reviews/record/move-review.ts'
import { loadPresentedReview } from '#server/reviews/record/queries.ts'

/**
 * Moves a review that needs a sign-off to wait for it, with the fields that the token set on its change. A review that
 * is already submitted stays submitted.
 */
export async function submitThroughApi(ctx: TxContext, { row, change, steps }: LockedReview): Promise<void> {
  const at = ctx.now.toISOString()
  const { pir_outcome, pir_reference, pir_date } = change
  const isWaiting = row.status === 'awaiting_sign_off'
  const submitted = await moveReview(
    ctx,
    row,
    reviewActions.submitted_through_api,
    {
      status: 'awaiting_sign_off',
      needsSignOff: true,
      submittedAt: isWaiting ? row.submittedAt : at,
      submittedBy: isWaiting ? row.submittedBy : null,
      setThroughApi: { at, by: ctx.actor.name, pir_outcome, pir_reference, pir_date },
      waivedAt: null,
      waivedBy: null,
      waiveReason: null,
      returned: null,
    },
    { submitted_through: { from: null, to: 'api' } },
  )
  const review = await loadPresentedReview(ctx.db, submitted, change, steps)
  const signers = await listSigners(ctx.db, review)
  await notifyAll(
    ctx,
    reviewActions.submitted_through_api.notifies({ actor: ctx.actor.name, review: row, change, signers }),
  )
}
