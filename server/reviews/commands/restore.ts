import { reviewActions } from '#lib/actions/review-actions.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { lockChangeOfReview, presentLocked } from '#server/reviews/locked-review.ts'
import type { ReviewRow } from '#server/reviews/queries.ts'
import { listSigners } from '#server/reviews/signers.ts'
import { moveReview } from '#server/reviews/write-review.ts'

type Restoration = {
  /** The reason why the waiver no longer holds, as a sentence. */
  readonly reason: string
  /** Default: as before the waiver. */
  readonly needsSignOff?: boolean
}

/**
 * Requires a waived review again, in its former status, because its waiver no longer holds. Notifies its reviewer, and
 * its signers if it waits for a sign-off again.
 */
export async function restoreReview(
  ctx: TxContext,
  row: ReviewRow,
  { reason, needsSignOff = row.needsSignOff }: Restoration,
): Promise<ReviewRow> {
  const writable = row.startedAt === null ? 'not_started' : 'in_progress'
  const restored = await moveReview(
    ctx,
    row,
    reviewActions.restored,
    {
      status: row.submittedAt === null ? writable : 'awaiting_sign_off',
      needsSignOff,
      waivedAt: null,
      waivedBy: null,
      waiveReason: null,
    },
    {
      reopen_reason: { from: null, to: reason },
      ...(needsSignOff !== row.needsSignOff && { needs_sign_off: { from: row.needsSignOff, to: needsSignOff } }),
    },
  )
  const locked = await lockChangeOfReview(ctx.db, restored)
  const isWaiting = restored.status === 'awaiting_sign_off'
  const signers = isWaiting ? await listSigners(ctx.db, presentLocked(locked)) : []
  await notifyAll(ctx, reviewActions.restored.notifies({ review: row, change: locked.change, signers, reason }))
  return restored
}
