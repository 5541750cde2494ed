import type { SignOffRequirement } from '#lib/domain/four-eyes/four-eyes.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { getPolicyInput } from '#server/policy/get-policy-input.ts'
import { readRuleVersions } from '#server/policy/rules.ts'
import { readEvaluation } from '#server/reviews/four-eyes/evaluate-review.ts'
import type { LockedReview } from '#server/reviews/record/locked-review.ts'
import { buildForms } from '#server/reviews/record/queries.ts'
import { lockReview } from '#server/reviews/record/review-lock.ts'
import { findDecision, readPolicy, storeDecision } from './decide-change.ts'

/**
 * Applies the policy to a change whose review is about to be completed or submitted, whatever the state of the change.
 * Without an earlier decision, this decision holds when the change enters review later; an earlier one stays. Returns
 * the updated review, which must be locked with its change, and the requirement of a sign-off.
 */
export async function decideAtCompletion(
  ctx: TxContext,
  locked: LockedReview,
): Promise<{ readonly locked: LockedReview; readonly requirement: SignOffRequirement }> {
  const { row, change, steps, history } = locked
  const policy = await readPolicy(ctx.db)
  const { owed, requirement } = await readEvaluation(
    ctx.db,
    { row, change, forms: buildForms(change, steps), history },
    await readRuleVersions(ctx.db, policy.rules),
  )
  if (await findDecision(ctx.db, change.number)) return { locked, requirement }
  await storeDecision(ctx, await getPolicyInput(ctx.db, change.number), owed, policy)
  return { locked: { ...locked, row: await lockReview(ctx.db, row.reference) }, requirement }
}
