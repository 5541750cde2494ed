import type { Review } from '#lib/contracts/app/reviews.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { whyNotWaive } from '#lib/domain/review-sign-off.ts'
import { notify } from '#server/notifications/notify.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import type { Within } from './each-review.ts'
import { lockWithChange } from './finish-review.ts'
import { moveReview } from './move-review.ts'
import { presentReview, type ReviewRow } from './queries.ts'
import { lockReview } from './review-lock.ts'
import { assertMay } from './sign-off-review.ts'

/**
 * Waives an open review: it is not required any more, and leaves Today and the reminders. Its answers stay; the change
 * keeps its review fields. Its reviewer is notified. Throws `not_found`, `forbidden` and `conflict`, as `whyNotWaive` says.
 */
export function waiveReview(ctx: Context, reference: string, reason: string): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const { row, change, steps } = await lockWithChange(tx, await lockReview(tx, reference))
    assertMay(ctx, whyNotWaive, presentReview(row, change, steps), change)
    const waived = await closeAsWaived(within, row, { by: ctx.actor.name, reason })
    await notify(
      within,
      [row.reviewer, row.submittedBy].filter((email) => email !== null),
      {
        kind: 'review_waived',
        title: `${ctx.actor.name} waived the review ${reference}`,
        body: `${change.number}: ${change.title}. ${reason}`,
        path: pagePaths.change(change.number),
      },
    )
    return presentReview(waived, change, steps)
  })
}

/** Moves a locked review to `waived`, with its history; `by` is null for a change that was canceled. */
export function closeAsWaived(
  ctx: Within,
  row: ReviewRow,
  { by, reason }: { readonly by: string | null; readonly reason: string },
): Promise<ReviewRow> {
  return moveReview(
    ctx,
    row,
    {
      ...{ status: 'waived', waivedAt: ctx.now.toISOString(), waivedBy: by, waiveReason: reason, returned: null },
    },
    { waive_reason: { from: null, to: reason } },
  )
}
