import { and, asc, eq, exists, gt, notExists, type SQL, sql } from 'drizzle-orm'
import { isOfChange } from '#server/incidents/caused-incidents.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { isInReview, isPastReview } from '#server/policy/judged-changes.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { type Decided, decideChange, type Policy, raiseDecision, readPolicy } from './decide-change.ts'

/** Changes decided between two reads of the policy. */
const batchSize = 200

/** Counts of changes decided, of those that owe a review, and of those that owed none at first and owe one now. */
export type DecisionCounts = { readonly decided: number; readonly owed: number; readonly raised: number }

/**
 * Decides on every change in state `review`, or past it unseen, that has no decision yet, and opens the reviews that
 * are owed; then decides again on those that owed nothing and had an incident linked since. Each change has its own
 * transaction: after an interruption the next run continues, and two concurrent runs decide each change once. Stubs and
 * changes that were reviewed elsewhere are left out.
 */
export async function decideReviews(ctx: Context): Promise<DecisionCounts> {
  await createDefaultRules(ctx)
  const decide = (number: string, policy: Policy) => decideChange(ctx, number, policy)
  const decided = [
    ...(await forEachNumber(ctx, and(isInReview, undecided(ctx.db)), decide)),
    ...(await forEachNumber(ctx, and(isPastReview, undecided(ctx.db)), decide)),
  ]
  const raised = await forEachNumber(ctx, letOff(ctx.db), (number, policy) => raiseDecision(ctx, number, policy))
  return {
    decided: decided.length,
    owed: decided.filter((result) => result === 'owed').length,
    raised: raised.length,
  }
}

const decisionOf = (db: Queryable, ...more: SQL[]) =>
  db
    .select({ found: sql`1` })
    .from(policyDecisions)
    .where(and(eq(policyDecisions.changeNumber, changes.number), ...more))

const undecided = (db: Queryable) => notExists(decisionOf(db))

/** Decided to owe no review, with an incident changed since. */
function letOff(db: Queryable) {
  const isWrittenSince = exists(
    db
      .select({ found: sql`1` })
      .from(incidents)
      .where(and(isOfChange(changes.number), gt(incidents.updatedAt, policyDecisions.decidedAt))),
  )
  return and(isInReview, exists(decisionOf(db, eq(policyDecisions.isOwed, false), isWrittenSince)))
}

async function forEachNumber(
  ctx: Context,
  where: SQL | undefined,
  decide: (number: string, policy: Policy) => Promise<Decided>,
): Promise<NonNullable<Decided>[]> {
  const results: NonNullable<Decided>[] = []
  for (let last = ''; ; ) {
    const batch = await ctx.db
      .select({ number: changes.number })
      .from(changes)
      .where(and(where, gt(changes.number, last)))
      .orderBy(asc(changes.number))
      .limit(batchSize)
    if (batch.length === 0) return results
    const policy = await readPolicy(ctx.db)
    for (const { number } of batch) {
      const result = await decide(number, policy)
      if (result) results.push(result)
      last = number
    }
  }
}
