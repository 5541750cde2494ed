import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { OwedReason } from '#lib/contracts/app/review-forms.ts'
import { asksSignOff } from '#lib/domain/policy/counted-records.ts'
import type { PolicyRule } from '#lib/domain/policy/review-policy.ts'
import { recordEvents } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { getCurrentRules, type RuleVersion, readRuleVersions } from '#server/policy/rules.ts'
import {
  addSignOffReasons,
  type Evaluation,
  evaluateReview,
  readPolicyFacts,
} from '#server/reviews/four-eyes/evaluate-review.ts'
import { type HistoryEntry, readHistory } from '#server/reviews/four-eyes/history-of-changes.ts'
import type { ReviewRow } from '#server/reviews/queries.ts'
import { buildRequirement } from '#server/reviews/requirement.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'

/** Number of reviews that are evaluated, and written by three statements, together. */
const batchSize = 500

/** An open review, and what rules require of it. */
type OpenReview = {
  readonly row: ReviewRow
  readonly history: readonly HistoryEntry[]
  readonly evaluate: (versions: readonly RuleVersion[]) => Evaluation
}

/** Reviews that were submitted wait for their sign-off, whatever the rules say. */
const isUnsubmitted = inArray(reviews.status, ['not_started', 'in_progress'])

/** Lists the open reviews that were not submitted. The requirement that they store does not count. */
async function listOpenReviews(db: Queryable, where = sql`true`): Promise<OpenReview[]> {
  const all: OpenReview[] = []
  for (let last = ''; ; ) {
    const rows = await db
      .select({ review: reviews, plan: reviewSteps.form })
      .from(reviews)
      .leftJoin(reviewSteps, and(eq(reviewSteps.reference, reviews.reference), eq(reviewSteps.step, 'plan')))
      .where(and(isUnsubmitted, where, gt(reviews.changeNumber, last)))
      .orderBy(asc(reviews.changeNumber))
      .limit(batchSize)
    const subjects = rows.map(({ review }) => ({ number: review.changeNumber, reference: review.reference }))
    const facts = await readPolicyFacts(
      db,
      subjects.map(({ number }) => number),
    )
    const histories = await readHistory(db, subjects)
    for (const { review: row, plan } of rows) {
      const found = facts.get(row.changeNumber)
      if (!found) continue
      const history = histories.get(row.changeNumber) ?? []
      const forms = { plan: { actual_start: null, actual_end: null, ...plan } }
      const review = { row, change: found.record, forms, history }
      all.push({ row, history, evaluate: (versions) => evaluateReview(review, found, versions) })
    }
    if (rows.length < batchSize) return all
    last = rows.at(-1)?.review.changeNumber ?? ''
  }
}

const isRequired = ({ owedSignOff }: Evaluation) => owedSignOff !== null

/**
 * Finds the changes whose open reviews a write of a rule would touch: `raised` will need a sign-off; `kept` need one by
 * the rule as it is, until a second manager confirms the write. `id` names the saved rule; null for a new one.
 */
export async function findTouchedReviews(
  { db, now }: Pick<Context, 'db' | 'now'>,
  id: string | null,
  rule: PolicyRule,
) {
  const versions = await readRuleVersions(db)
  const saved = getCurrentRules(versions).find((current) => current.id === id)
  const touched = { raised: [] as string[], kept: [] as string[] }
  if (![rule, saved].some((one) => one && asksSignOff(one))) return touched
  const at = now.toISOString()
  const end = { id: '', at, actorId: '', actorName: '', isConfirmed: false }
  const written = versions.map((version) => (version.rule === saved ? { ...version, end } : version))
  for (const { row, evaluate } of await listOpenReviews(db)) {
    const before = evaluate(versions)
    const after = evaluate([...written, { rule, since: at, end: null }])
    const asksNow = ({ requirement }: Evaluation) => requirement.now || requirement.byFormerRecord
    if (!row.needsSignOff && !isRequired(before) && isRequired(after)) touched.raised.push(row.changeNumber)
    if (asksNow(before) && !asksNow(after) && isRequired(after)) touched.kept.push(row.changeNumber)
  }
  return touched
}

/**
 * Stores that open reviews need a sign-off by a rule that was just written, with the rule among their reasons; without
 * one, by any rule.
 */
export async function raiseOpenReviews(ctx: TxContext, rule: PolicyRule | null): Promise<void> {
  if (rule && !asksSignOff(rule)) return
  const versions = await readRuleVersions(ctx.db)
  const raised = (await listOpenReviews(ctx.db, eq(reviews.needsSignOff, false))).flatMap(({ row, evaluate }) => {
    const evaluation = evaluate(versions)
    return isRequired(evaluation) ? [{ row, reasons: addSignOffReasons(row.reasons, evaluation) }] : []
  })
  await writeRequirements(ctx, rule, true, raised)
}

/** A former version of a rule that open reviews need a sign-off by, and by no rule in force. */
export type HeldVersion = Pick<RuleVersion, 'rule'> & {
  readonly end: NonNullable<RuleVersion['end']>
  /** `isFreed` is true for reviews that would need no sign-off without it. */
  readonly reviews: readonly { readonly row: ReviewRow; readonly isFreed: boolean }[]
}

/** Lists the former versions of rules by which open reviews need a sign-off. `id` names the end of one, with or without reviews. */
export async function listFormerVersions(db: Queryable, id: string | null = null): Promise<HeldVersion[]> {
  const versions = await readRuleVersions(db)
  const former = versions.flatMap(({ end, ...version }) =>
    end && (id === null ? !end.isConfirmed && asksSignOff(version.rule) : end.id === id) ? [{ ...version, end }] : [],
  )
  if (former.length === 0) return []
  const open = (await listOpenReviews(db, eq(reviews.needsSignOff, true))).filter(({ evaluate }) => {
    const { now, byFormerRecord, byFormerRules } = evaluate(versions).requirement
    return byFormerRules && !now && !byFormerRecord
  })
  return former
    .map(({ rule, end, since }) => ({
      rule,
      end,
      reviews: open.flatMap(({ row, history, evaluate }) => {
        if (!isRequired(evaluate([{ rule, since, end }]))) return []
        // A need that was stored before the version began has another reason.
        const stored = history.findLast(
          (entry) => entry.entity === 'review' && entry.changes.needs_sign_off?.to === true,
        )
        const isNeedOfVersion = since === null || (stored?.at ?? row.createdAt) >= since
        const isFreed = isNeedOfVersion && !isRequired(evaluate(versions.filter((other) => other.end?.id !== end.id)))
        return [{ row, isFreed }]
      }),
    }))
    .filter(({ reviews: held }) => id !== null || held.length > 0)
}

/** Stores that open reviews no longer need the sign-off that only a former version of a rule required. */
export async function lowerOpenReviews(ctx: TxContext, rule: PolicyRule, rows: readonly ReviewRow[]): Promise<void> {
  const numbers = rows.map(({ changeNumber }) => changeNumber)
  const decisions = await ctx.db.select().from(policyDecisions).where(inArray(policyDecisions.changeNumber, numbers))
  const decided = new Map(decisions.map(({ changeNumber, reasons }) => [changeNumber, reasons]))
  const isOfRule = ({ rule_id: id }: OwedReason) => id === rule.id
  const lowered = rows.map((row) => ({
    row,
    reasons: row.reasons.flatMap((reason) =>
      isOfRule(reason) ? (decided.get(row.changeNumber) ?? []).filter(isOfRule) : [reason],
    ),
  }))
  await writeRequirements(ctx, rule, false, lowered)
}

/** Writes the requirement of many open reviews, each with its entry in the history, in the transaction of the rule. */
async function writeRequirements(
  ctx: TxContext,
  rule: PolicyRule | null,
  needsSignOff: boolean,
  writes: readonly { readonly row: ReviewRow; readonly reasons: OwedReason[] }[],
): Promise<void> {
  for (let start = 0; start < writes.length; start += batchSize) {
    const batch = new Map(writes.slice(start, start + batchSize).map((write) => [write.row.reference, write]))
    const isUnwritten = and(isUnsubmitted, eq(reviews.needsSignOff, !needsSignOff))
    const locked = await ctx.db
      .select({ reference: reviews.reference })
      .from(reviews)
      .where(and(inArray(reviews.reference, [...batch.keys()]), isUnwritten))
      .orderBy(asc(reviews.changeNumber))
      .for('update')
    const written = locked.flatMap(({ reference }) => batch.get(reference) ?? [])
    const rows = written.map(({ row: { reference }, reasons }) => ({ reference, reasons }))
    await ctx.db.execute(sql`
      update reviews r set needs_sign_off = ${needsSignOff}, reasons = w.reasons, version = r.version + 1,
        updated_at = ${ctx.now.toISOString()}
      from json_to_recordset(${JSON.stringify(rows)}::json) w (reference text, reasons json)
      where r.reference = w.reference collate "C"`)
    await recordEvents(
      ctx,
      reviewActions.requirement_followed,
      written.map(({ row, reasons }) => ({
        entityId: row.reference,
        changes: {
          ...buildRequirement(row, reasons, needsSignOff).changes,
          ...(rule && { rule: { from: null, to: rule.name } }),
        },
      })),
    )
  }
}
