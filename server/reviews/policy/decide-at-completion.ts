import type { TxContext } from '#server/platform/runtime/context.ts'
import { getJudged } from '#server/policy/get-judged.ts'
import { readRuleVersions } from '#server/policy/rules.ts'
import { type Demand, judgeDemand } from '#server/reviews/four-eyes/policy-demand.ts'
import type { LockedReview } from '#server/reviews/record/finish-review.ts'
import { formsIn } from '#server/reviews/record/queries.ts'
import { lockReview } from '#server/reviews/record/review-lock.ts'
import { findDecision, readPolicy, storeDecision } from './decide-change.ts'

/**
 * Applies the policy to a change whose review is about to be completed or submitted, whatever the state of the change.
 * Without an earlier decision, this is the decision and holds when the change enters review later; an earlier one
 * holds. Returns the updated review, which must be locked with its change, and whether the policy demands a sign-off.
 */
export async function decideAtCompletion(
  ctx: TxContext,
  locked: LockedReview,
): Promise<{ readonly locked: LockedReview; readonly policy: Demand['policy'] }> {
  const { row, change, steps, history } = locked
  const rules = await readPolicy(ctx.db)
  const { owed, policy } = await judgeDemand(
    ctx.db,
    { row, change, forms: formsIn(change, steps), history },
    await readRuleVersions(ctx.db, rules.rules),
  )
  if (await findDecision(ctx.db, change.number)) return { locked, policy }
  await storeDecision(ctx, await getJudged(ctx.db, change.number), owed, rules)
  return { locked: { ...locked, row: await lockReview(ctx.db, row.reference) }, policy }
}
