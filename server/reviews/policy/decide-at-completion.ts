import type { TxContext } from '#server/platform/runtime/context.ts'
import { getPolicyInput } from '#server/policy/get-policy-input.ts'
import { readRuleVersions } from '#server/policy/rules.ts'
import { readEvaluation } from '#server/reviews/four-eyes/evaluate-review.ts'
import { readHistoryOf } from '#server/reviews/four-eyes/history-of-changes.ts'
import { type LockedReview, lockReview } from '#server/reviews/locked-review.ts'
import { buildForms } from '#server/reviews/queries.ts'
import { storeFullRequirement } from '#server/reviews/requirement.ts'
import { findDecision, readPolicy, storeDecision } from './decide-change.ts'

/**
 * Applies the policy to a change without a decision whose review is about to be completed or submitted, whatever the
 * state of the change. With one, stores what its review requires by now. The decision holds when the change enters
 * review later. Returns the updated review, which must be locked with its change.
 */
export async function decideAtCompletion(ctx: TxContext, locked: LockedReview): Promise<LockedReview> {
  const { row, change, steps } = locked
  if (await findDecision(ctx.db, change.number)) return storeFullRequirement(ctx, locked)
  const policy = await readPolicy(ctx.db)
  const review = { row, change, forms: buildForms(change, steps), history: await readHistoryOf(ctx.db, row) }
  const { owed } = await readEvaluation(ctx.db, review, await readRuleVersions(ctx.db, policy.rules))
  await storeDecision(ctx, await getPolicyInput(ctx.db, change.number), owed, policy)
  return { ...locked, row: await lockReview(ctx.db, row.reference) }
}
