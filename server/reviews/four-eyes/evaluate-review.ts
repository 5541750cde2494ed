import { inArray } from 'drizzle-orm'
import type { OwedReason } from '#lib/contracts/app/review-forms.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import {
  asksSignOff,
  evaluateSignOffRules,
  listCountedRecords,
  type PolicyRecord,
} from '#lib/domain/policy/counted-records.ts'
import { addRemark, combineOwed, evaluatePolicy, type OwedReview } from '#lib/domain/policy/review-policy.ts'
import type { ReviewFormValues } from '#lib/review/forms.ts'
import { formatDay } from '#lib/time/format-time.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import {
  findLinkedIncidents,
  type LinkedIncident,
  type PolicyInputRow,
  policyInputColumns,
} from '#server/policy/policy-input.ts'
import {
  getCurrentRules,
  getFormerVersions,
  getRulesAt,
  type RuleVersion,
  readRuleVersions,
} from '#server/policy/rules.ts'
import { changes } from '#server/schema/changes.ts'
import type { reviews } from '#server/schema/reviews.ts'
import { listCountedIncidents } from './counted-incidents.ts'
import { type HistoryEntry, readHistory } from './history-of-changes.ts'

type EvaluatedReview = {
  readonly row: Pick<typeof reviews.$inferSelect, 'createdAt'>
  readonly change: Pick<ChangeRecord, 'number' | 'state'>
  readonly forms: { readonly plan: Pick<ReviewFormValues['plan'], 'actual_start' | 'actual_end'> }
  readonly history: readonly HistoryEntry[]
}

/** Requirements of the policy for the review of a change. */
export type Evaluation = {
  /** The review that the change owes, by the current record or by a former one. */
  readonly owed: OwedReview | null
  /** The part of `owed` that requires a sign-off. */
  readonly owedSignOff: OwedReview | null
  /** The reasons in `owedSignOff` of the rules that require the sign-off. */
  readonly signOffReasons: readonly OwedReason[]
  /** What requires the sign-off: the current record and rules, a former record, or former rules. */
  readonly requirement: { readonly now: boolean; readonly byFormerRecord: boolean; readonly byFormerRules: boolean }
}

/** Input of the policy about one change. */
export type PolicyFacts = {
  readonly record: PolicyInputRow & Pick<ChangeRecord, 'state'>
  /** The incidents that name it, or that its review confirmed. */
  readonly linked: readonly LinkedIncident[]
  /** The linked and formerly linked incidents, with the priority that counts. */
  readonly counted: readonly LinkedIncident[]
}

/** Reads the input of the policy about changes, by their numbers. */
export async function readPolicyFacts(
  db: Queryable,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, PolicyFacts>> {
  const rows = await db
    .select({ ...policyInputColumns, state: changes.state })
    .from(changes)
    .where(inArray(changes.number, [...numbers]))
  const linked = await findLinkedIncidents(db, numbers)
  const counted = await listCountedIncidents(db, numbers)
  return new Map(
    rows.map((record) => {
      const { number } = record
      return [number, { record, linked: linked.get(number) ?? [], counted: counted.get(number) ?? [] }]
    }),
  )
}

/**
 * Evaluates a review as `evaluateReview` does, from the stored records. `versions` are the versions of the rules.
 * Throws `not_found`.
 */
export async function readEvaluation(
  db: Queryable,
  review: EvaluatedReview,
  versions?: readonly RuleVersion[],
): Promise<Evaluation> {
  const { number } = review.change
  const facts = (await readPolicyFacts(db, [number])).get(number)
  if (!facts) throw notFound('change', number)
  return evaluateReview(review, facts, versions ?? (await readRuleVersions(db)))
}

/**
 * Evaluates the policy for a change in any state, as if its review were completed now. The current record counts, and
 * each former record and former rule: a change that was rated high when its work began still requires the sign-off of
 * high risk after somebody rated it low.
 */
export function evaluateReview(
  review: EvaluatedReview,
  facts: PolicyFacts,
  versions: readonly RuleVersion[],
): Evaluation {
  const current = readCurrentRecord(review, facts)
  const owed = evaluatePolicy(current, getCurrentRules(versions))
  const isRequiredNow = owed?.needsSignOff === true
  const former = evaluateFormer(review, { ...current, incidents: facts.counted }, versions, isRequiredNow)
  const owedSignOff = isRequiredNow ? owed : former.owedSignOff
  const asking = new Set(versions.flatMap(({ rule }) => (asksSignOff(rule) ? [rule.id] : [])))
  return {
    owed: addOwedSignOff(owed, owedSignOff),
    owedSignOff,
    signOffReasons: owedSignOff?.reasons.filter(({ rule_id: id }) => asking.has(id)) ?? [],
    requirement: {
      now: isRequiredNow,
      byFormerRecord: former.byRecord,
      byFormerRules: former.byRules,
    },
  }
}

/** Returns the record with its linked incidents. If the record lacks the times of the work, the review states them. */
function readCurrentRecord({ change, forms }: EvaluatedReview, { record, linked }: PolicyFacts): PolicyRecord {
  const actual_start = record.actual_start ?? forms.plan.actual_start
  const actual_end = record.actual_end ?? forms.plan.actual_end
  return { ...record, state: change.state, actual_start, actual_end, incidents: linked }
}

/** Returns the time at which the work began, as the record says; empty if it says nothing. */
const listStarts = ({ actual_start, planned_start }: Pick<PolicyRecord, 'actual_start' | 'planned_start'>) =>
  [actual_start ?? planned_start].filter((start) => start !== null)

/**
 * Evaluates the sign-off that the current rules require by former records, and that former rules require by any record.
 */
function evaluateFormer(
  { row, history }: EvaluatedReview,
  current: PolicyRecord,
  versions: readonly RuleVersion[],
  isRequiredNow: boolean,
) {
  const counted = listCountedRecords(
    current,
    history.filter(({ entity }) => entity === 'change'),
  )
  const records = counted.map(({ record }) => record)
  const since = [counted[0]?.since ?? row.createdAt, row.createdAt].toSorted()[0] ?? row.createdAt
  const byRecord = evaluateSignOffRules(isRequiredNow ? records.slice(0, -1) : records, getCurrentRules(versions))
  const byRules = getFormerVersions(versions, since, records.flatMap(listStarts))
    .map(({ rule, end }) => {
      const owed = evaluateSignOffRules(records, [rule])
      return owed && addRemark(owed, `by the rule as it was until ${formatDay(end.at.slice(0, 10))}`)
    })
    .reduce(combineOwed, null)
  const owedSignOff = combineOwed(byRecord && addRemark(byRecord, 'by what was recorded before'), byRules)
  return { byRecord: byRecord !== null, byRules: byRules !== null, owedSignOff }
}

/**
 * Adds to the reasons of a review those of the rules that require its sign-off. A rule that is among them already gets
 * the new reason.
 */
export function addSignOffReasons(
  reasons: readonly OwedReason[],
  { signOffReasons }: Pick<Evaluation, 'signOffReasons'>,
): OwedReason[] {
  const ids = new Set(signOffReasons.map(({ rule_id: id }) => id))
  return [...reasons.filter(({ rule_id: id }) => !ids.has(id)), ...signOffReasons]
}

/** Adds the part that requires a sign-off to the review that a change owes, unless that review already requires one. */
export const addOwedSignOff = (owed: OwedReview | null, owedSignOff: OwedReview | null): OwedReview | null =>
  owed?.needsSignOff ? owed : combineOwed(owed, owedSignOff)

/** Evaluates the reviews that require a sign-off, by the numbers of their changes, which may have no review yet. */
export async function listOwedSignOffs(
  { db, now }: Pick<Context, 'db' | 'now'>,
  numbers: readonly string[],
  versions: readonly RuleVersion[],
): Promise<ReadonlyMap<string, OwedReview | null>> {
  const factsByNumber = await readPolicyFacts(db, numbers)
  const histories = await readHistory(
    db,
    numbers.map((number) => ({ number, reference: null })),
  )
  const row = { createdAt: now.toISOString() }
  const forms = { plan: { actual_start: null, actual_end: null } }
  return new Map(
    [...factsByNumber].map(([number, facts]) => {
      const history = histories.get(number) ?? []
      return [number, evaluateReview({ row, change: facts.record, forms, history }, facts, versions).owedSignOff]
    }),
  )
}

/** True if a review that has ended required a sign-off, by the current records and the rules that counted at its end. */
export function evaluateAtEnd(
  { state }: Pick<PolicyRecord, 'state'>,
  { record, counted }: PolicyFacts,
  versions: readonly RuleVersion[],
  endedAt: string,
): boolean {
  const starts = listStarts(record).filter((start) => start <= endedAt)
  const rules = getRulesAt(versions, endedAt, starts)
  return evaluateSignOffRules([{ ...record, state, incidents: counted }], rules) !== null
}
