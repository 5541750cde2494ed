import { and, asc, eq, exists, gt, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import { isOfChange } from '#server/incidents/caused-incidents.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import {
  findLinkedIncidents,
  isInReview,
  isPastReview,
  type PolicyInputRow,
  policyInputColumns,
} from '#server/policy/policy-input.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { isOpenReview, reviews } from '#server/schema/reviews.ts'
import {
  type Decided,
  type DecisionBasis,
  type DecisionRow,
  decideChange,
  readDecisionBasis,
  readPolicy,
} from './decide-change.ts'
import { addLaterReasons, evaluateLaterFacts } from './later-reasons.ts'

/** Changes decided between two reads of the policy. */
const batchSize = 200

/** Numbers of changes decided, of changes that owe a review, and of changes that got a reason after their decision. */
export type DecisionCounts = { readonly decided: number; readonly owed: number; readonly raised: number }

/**
 * Decides on every change in state `review`, or closed before a decision, that has none yet, and opens the reviews that
 * are owed. Then adds the reasons that appeared after a decision, such as a linked incident or an overrun, also to
 * closed changes that owed nothing and of which such a fact was written since. Each change
 * has its own transaction: after an interruption the next run continues, and two concurrent runs decide each change
 * once. Stubs and changes that were reviewed elsewhere are left out. `atMost` limits the changes of this run.
 */
export async function decideReviews(ctx: Context, atMost = Number.POSITIVE_INFINITY): Promise<DecisionCounts> {
  await createDefaultRules(ctx)
  const remaining = { left: atMost }
  const decide = (number: string, basis: DecisionBasis) => decideChange(ctx, number, basis)
  const raise = async (number: string, { policy }: DecisionBasis) =>
    (await addLaterReasons(ctx, number, policy)) ? 'owed' : null
  const decided = [
    ...(await forEachNumber(ctx, and(isInReview, isUndecided(ctx.db)), decide, remaining)),
    ...(await forEachNumber(ctx, and(isPastReview, isUndecided(ctx.db)), decide, remaining)),
  ]
  const raised = await forEachNumber(ctx, and(isPastReview, not(isUndecided(ctx.db))), raise, remaining)
  return {
    decided: decided.length,
    owed: decided.filter((result) => result === 'owed').length,
    raised: (await addReasons(ctx, remaining)) + raised.length,
  }
}

/** Number of changes that a run may still check. */
type RemainingChanges = { left: number }

const isUndecided = (db: Queryable) =>
  notExists(db.select({ found: sql`1` }).from(policyDecisions).where(eq(policyDecisions.changeNumber, changes.number)))

type DecidedChange = { readonly change: PolicyInputRow; readonly decision: Pick<DecisionRow, 'decidedAt' | 'reasons'> }

/**
 * Adds reasons to decisions on changes that owe nothing or whose review is open. Checks those that were written since
 * the decision or had an incident written since, or within the hour before: an import has the time of its start, and
 * may have been committed after the decision. The policy is evaluated in batches; only changes with a new reason get a
 * transaction. Returns their number.
 */
async function addReasons(ctx: Context, remaining: RemainingChanges): Promise<number> {
  let added = 0
  for (let last = ''; ; ) {
    const batch = await listWrittenSince(ctx.db, last)
    const numbers = batch.map(({ change }) => change.number)
    const policy = await readPolicy(ctx.db)
    const linked = await findLinkedIncidents(ctx.db, numbers)
    for (const { change, decision } of batch) {
      if (remaining.left === 0) return added
      remaining.left -= 1
      last = change.number
      const owed = evaluateLaterFacts(change, linked.get(change.number) ?? [], decision, policy.rules)
      if (owed && (await addLaterReasons(ctx, change.number, policy))) added += 1
    }
    if (batch.length < batchSize) return added
  }
}

function listWrittenSince(db: Queryable, last: string): Promise<DecidedChange[]> {
  const { decidedAt, reasons, isOwed, changeNumber } = policyDecisions
  const since = sql`${decidedAt} - interval '1 hour'`
  const hasIncident = exists(
    db
      .select({ found: sql`1` })
      .from(incidents)
      .where(and(isOfChange(changes.number), gt(incidents.updatedAt, since))),
  )
  const isOpen = or(and(eq(isOwed, false), isInReview), and(eq(isOwed, true), isOpenReview))
  return db
    .select({ change: policyInputColumns, decision: { decidedAt, reasons } })
    .from(changes)
    .innerJoin(policyDecisions, eq(changeNumber, changes.number))
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(and(isOpen, or(gt(changes.updatedAt, since), hasIncident), gt(changes.number, last)))
    .orderBy(asc(changes.number))
    .limit(batchSize)
}

async function forEachNumber(
  ctx: Context,
  where: SQL | undefined,
  decide: (number: string, basis: DecisionBasis) => Promise<Decided>,
  remaining: RemainingChanges,
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
    const basis = await readDecisionBasis(
      ctx,
      batch.map(({ number }) => number),
    )
    for (const { number } of batch) {
      if (remaining.left === 0) return results
      remaining.left -= 1
      const result = await decide(number, basis)
      if (result) results.push(result)
      last = number
    }
  }
}
