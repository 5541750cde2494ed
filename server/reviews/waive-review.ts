import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { whyNotWaive } from '#lib/domain/four-eyes/review-sign-off.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { moveReview } from './move-review.ts'
import type { ReviewRow } from './queries.ts'
import { statedImplementer } from './stated-implementer.ts'
import { transition, type Written } from './transition.ts'

/**
 * Waives an open review: it is not required any more, and leaves Today and the reminders. Its answers stay; the change
 * keeps its review fields, but does not count as reviewed. Its reviewer is notified. Throws `not_found`, `forbidden` and `conflict`, as `whyNotWaive` says,
 * and `invalid_parameter` as `statedImplementer` does.
 */
export const waiveReview = (ctx: Context, reference: string, reason: string, implementer?: string): Promise<Review> =>
  waive(ctx, reference, { reason, implementer })

const waive = transition<{ readonly reason: string; readonly implementer: string | undefined }>({
  action: reviewActions.waived,
  may: whyNotWaive,
  isJudged: true,
  async write(ctx, { row, change }, review, { reason, implementer }) {
    const stated = await statedImplementer(ctx, review, implementer, whyNotWaive)
    // What a token marked as reviewed waited for a signature that nobody gives now.
    const isMarked = row.status === 'awaiting_sign_off' && change.pir_completed
    return {
      ...waiverOf(ctx, row, {
        by: ctx.actor.name,
        reason,
        implementer: stated,
        needsSignOff: review.needs_sign_off,
      }),
      ...(isMarked && { change: { pir_completed: false } }),
    }
  },
  notices: (facts, { reason }) => reviewActions.waived.notifies({ ...facts, reason }),
})

type Waiver = {
  /** Name of the manager; null for a change that was canceled. */
  readonly by: string | null
  readonly reason: string
  /** E-mail address of the implementer, if the manager had to state it. */
  readonly implementer?: string | null
  /** Whether a sign-off was needed: a waiver of less does not hold once one is. */
  readonly needsSignOff?: boolean
}

const waiverOf = (
  { now }: TxContext,
  row: ReviewRow,
  { by, reason, implementer = null, needsSignOff = row.needsSignOff }: Waiver,
): Written => ({
  move: {
    status: 'waived',
    needsSignOff,
    waivedAt: now.toISOString(),
    waivedBy: by,
    waiveReason: reason,
    returned: null,
    ...(implementer !== null && { implementer }),
  },
  changes: {
    waive_reason: { from: null, to: reason },
    ...(needsSignOff !== row.needsSignOff && { needs_sign_off: { from: row.needsSignOff, to: needsSignOff } }),
    ...(implementer !== null && { implementer: { from: row.implementer, to: implementer } }),
  },
})

/** Moves a locked review to `waived`, with its history. */
export function closeAsWaived(ctx: TxContext, row: ReviewRow, waiver: Waiver): Promise<ReviewRow> {
  const { move, changes } = waiverOf(ctx, row, waiver)
  return moveReview(ctx, row, reviewActions.waived, move, changes)
}
