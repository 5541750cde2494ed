import { eq } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import { type PolicyDemand, whySignature } from '#lib/domain/four-eyes/four-eyes.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { judgeDemand } from '#server/reviews/four-eyes/policy-demand.ts'
import type { LockedReview } from '#server/reviews/record/finish-review.ts'
import { formsIn, type ReviewRow } from '#server/reviews/record/queries.ts'
import { reviews } from '#server/schema/reviews.ts'
import { policyActor } from './open-marked-review.ts'

/**
 * Stores that an open review needs a sign-off, once a write shows it: only a sign-off or a waiver ends the need then,
 * whatever is written later. Review and change must be locked; `demand` is what the policy demands, if that is known.
 */
export async function keepNeed(
  ctx: Omit<TxContext, 'actor'>,
  locked: LockedReview,
  demand?: PolicyDemand,
): Promise<ReviewRow> {
  const { row, change, steps, history, took } = locked
  if (row.needsSignOff || row.status === 'awaiting_sign_off' || isClosedReview(row.status)) return row
  const policy = demand ?? (await judgeDemand(ctx.db, { row, change, forms: formsIn(change, steps), history })).policy
  // What people are to the change is known from the history, no matter who reviews it then.
  const unstated = { parts: [], unresolved: [], unstated: took.unstated }
  if (whySignature({ took: unstated, reviewer: null, person: null, policy }) === null) return row
  const after = { needsSignOff: true, version: row.version + 1, updatedAt: ctx.now.toISOString() }
  await ctx.db.update(reviews).set(after).where(eq(reviews.reference, row.reference))
  await recordEvent({ ...ctx, actor: policyActor }, reviewActions.update, row.reference, {
    needs_sign_off: { from: false, to: true },
  })
  return { ...row, ...after }
}
