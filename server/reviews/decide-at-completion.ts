import { formsOf } from '#lib/domain/review-forms.ts'
import { getJudged, judgeReviewed } from '#server/policy/judge-reviewed.ts'
import { findDecision, readPolicy, storeDecision } from './decide-change.ts'
import type { Within } from './each-review.ts'
import type { LockedReview } from './finish-review.ts'
import { presentReview } from './queries.ts'
import { lockReview } from './review-lock.ts'

/**
 * Applies the policy to a change whose review is about to be completed or submitted, whatever the state of the change.
 * Without an earlier decision, this is the decision and holds when the change enters review later; an earlier one
 * holds, and only a sign-off is added if a rule requires one now. Returns the updated review, which must be locked with
 * its change.
 */
export async function decideAtCompletion(ctx: Within, locked: LockedReview): Promise<LockedReview> {
  const { row, change, steps } = locked
  const policy = await readPolicy(ctx.db)
  const owed = await judgeReviewed(ctx.db, change.number, formsOf(presentReview(row, change, steps)), policy.rules)
  if (await findDecision(ctx.db, change.number)) {
    const needsSignOff = row.needsSignOff || owed?.needsSignOff === true
    return { ...locked, row: { ...row, needsSignOff } }
  }
  await storeDecision(ctx, await getJudged(ctx.db, change.number), owed, policy)
  return { ...locked, row: await lockReview(ctx.db, row.reference) }
}
