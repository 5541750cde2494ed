import { reviewActions } from '#lib/actions/review-actions.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { moveReview } from './move-review.ts'
import type { ReviewRow } from './queries.ts'

/** Requires a waived review again, where it was: its waiver does not hold any more, for a reason in words. */
export async function restoreReview(
  ctx: TxContext,
  row: ReviewRow,
  reason: string,
  needsSignOff = row.needsSignOff,
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
  await notifyAll(ctx, reviewActions.restored.notifies({ review: row, change: row.changeNumber, reason }))
  return restored
}
