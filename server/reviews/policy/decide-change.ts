import { and, eq } from 'drizzle-orm'
import { decisionActions } from '#lib/actions/policy-actions.ts'
import { addBusinessDays, getDueStart } from '#lib/domain/policy/business-days.ts'
import { describeReason } from '#lib/domain/policy/change-words.ts'
import { evaluatePolicy, type OwedReview, type PolicyRule } from '#lib/domain/policy/review-policy.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { readTimeZone } from '#server/platform/settings/stored-settings.ts'
import {
  findLinkedIncidents,
  isReviewable,
  type PolicyInputRow,
  policyInputColumns,
} from '#server/policy/policy-input.ts'
import { readRules, readRuleVersions } from '#server/policy/rules.ts'
import { addOwedSignOff, listOwedSignOffs } from '#server/reviews/four-eyes/evaluate-review.ts'
import { lockReviewOfChange } from '#server/reviews/locked-review.ts'
import { changes } from '#server/schema/changes.ts'
import { holidays, policyDecisions } from '#server/schema/policy.ts'
import { openOwedReview } from './open-owed-review.ts'

type DatedRule = PolicyRule & { readonly updated_at: string }

/** The current policy: rules in their order, and the holidays. */
export type Policy = {
  readonly rules: readonly DatedRule[]
  readonly holidays: ReadonlySet<string>
  /** Time zone of the organisation, whose days due dates count. */
  readonly zone: string
}

export async function readPolicy(db: Queryable): Promise<Policy> {
  const [rules, days, zone] = await Promise.all([
    readRules(db),
    db.select({ day: holidays.day }).from(holidays),
    readTimeZone(db),
  ])
  return { rules, holidays: new Set(days.map(({ day }) => day)), zone }
}

/** Basis of decisions: the policy, and the reviews whose sign-off the history of their changes requires. */
export type DecisionBasis = {
  readonly policy: Policy
  readonly owedSignOffs: ReadonlyMap<string, OwedReview | null>
}

export async function readDecisionBasis(
  ctx: Pick<Context, 'db' | 'now'>,
  numbers: readonly string[],
): Promise<DecisionBasis> {
  const policy = await readPolicy(ctx.db)
  return { policy, owedSignOffs: await listOwedSignOffs(ctx, numbers, await readRuleVersions(ctx.db, policy.rules)) }
}

export type DecisionRow = typeof policyDecisions.$inferSelect

/** The decision on a change; null when it was already decided or is no longer due for a decision. */
export type Decided = 'owed' | 'not_owed' | null

/**
 * Decides once whether a change owes a review, and opens it: decision, review, history and notification in one
 * transaction. The change is locked first, so that the second of two processes finds the decision of the first. The
 * requirements of its history hold as they were when the basis was read, whatever was written since.
 */
export function decideChange(ctx: Context, number: string, { policy, owedSignOffs }: DecisionBasis): Promise<Decided> {
  return inTransaction(ctx, async (tx) => {
    await lockReviewOfChange(tx.db, number)
    const change = await lockReviewable(tx.db, number)
    if (!change || (await findDecision(tx.db, number))) return null
    const incidents = (await findLinkedIncidents(tx.db, [number])).get(number) ?? []
    const owed = addOwedSignOff(
      evaluatePolicy({ ...change, incidents }, policy.rules),
      owedSignOffs.get(number) ?? null,
    )
    await storeDecision(tx, change, owed, policy)
    return owed ? 'owed' : 'not_owed'
  })
}

/** Stores the first decision on a change, which must be locked, with its history and the review that it requires. */
export async function storeDecision(ctx: TxContext, change: PolicyInputRow, owed: OwedReview | null, policy: Policy) {
  const { number } = change
  const review = owed && (await openReviewForDecision(ctx, change, owed, change.actual_end, policy))
  const decision = buildDecision(ctx, number, owed, review)
  await ctx.db.insert(policyDecisions).values(decision)
  await endWaiting(ctx.db, number)
  await recordEvent(ctx, decisionActions.create, number, listDifferences({}, decisionAuditFields(decision)))
}

/** Marks a change as one that awaits no decision. */
export const endWaiting = (tx: Transaction, number: string) =>
  tx
    .update(changes)
    .set({ awaitsDecision: false })
    .where(and(eq(changes.number, number), eq(changes.awaitsDecision, true)))

/** Locks a change that is due for a decision; undefined when it is not due, a stub or already reviewed. */
export async function lockReviewable(tx: Transaction, number: string): Promise<PolicyInputRow | undefined> {
  const [row] = await tx
    .select(policyInputColumns)
    .from(changes)
    .where(and(eq(changes.number, number), isReviewable))
    .for('update')
  return row
}

export async function findDecision(tx: Transaction, number: string): Promise<DecisionRow | undefined> {
  const [row] = await tx.select().from(policyDecisions).where(eq(policyDecisions.changeNumber, number))
  return row
}

/** Due date, assignee and assignment of the review that a decision requires. */
type DecidedReview = { readonly dueOn: string; readonly assignee: string | null; readonly through: string | null }

/** Opens the review that a change owes. Its business days count from the end of the change, or from the decision. */
export async function openReviewForDecision(
  ctx: TxContext,
  change: PolicyInputRow,
  owed: OwedReview,
  endedAt: string | null,
  policy: Policy,
): Promise<DecidedReview> {
  const from = getDueStart(endedAt, ctx.now.toISOString(), policy.zone)
  const dueOn = addBusinessDays(from, owed.dueBusinessDays, policy.holidays)
  return { dueOn, ...(await openOwedReview(ctx, change, owed, dueOn)) }
}

/** Builds the decision on a change; `review` is null if it owes none. */
export const buildDecision = (
  { now }: Pick<Context, 'now'>,
  changeNumber: string,
  owed: OwedReview | null,
  review: DecidedReview | null,
): DecisionRow => ({
  changeNumber,
  isOwed: owed !== null,
  isSampled: owed?.isSampled ?? false,
  reasons: [...(owed?.reasons ?? [])],
  form: owed?.form ?? null,
  dueOn: review?.dueOn ?? null,
  assignee: review?.assignee ?? null,
  assignedThrough: review?.through ?? null,
  decidedAt: now.toISOString(),
  origin: 'policy',
})

/** Returns the fields of a decision for the history. */
export const decisionAuditFields = (row: DecisionRow) => ({
  is_owed: row.isOwed,
  is_sampled: row.isSampled,
  reasons: row.reasons.map(describeReason),
  form: row.form,
  due_on: row.dueOn,
  assignee: row.assignee,
  assigned_through: row.assignedThrough,
  decided_at: row.decidedAt,
})
