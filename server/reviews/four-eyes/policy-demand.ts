import { inArray } from 'drizzle-orm'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { PolicyDemand } from '#lib/domain/four-eyes/four-eyes.ts'
import { countedRecords, demandedBy, type JudgedState } from '#lib/domain/policy/counted-records.ts'
import { bothOwed, judgeChange, type OwedReview, withRemark } from '#lib/domain/policy/review-policy.ts'
import type { ReviewFormValues } from '#lib/domain/review/review-forms.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import {
  findLinkedIncidents,
  type JudgedRow,
  judgedColumns,
  type LinkedIncident,
} from '#server/policy/judged-changes.ts'
import { formerRules, type RuleVersion, readRuleVersions, rulesAt, rulesNow } from '#server/policy/rules.ts'
import { changes } from '#server/schema/changes.ts'
import type { reviews } from '#server/schema/reviews.ts'
import { listCountedIncidents } from './counted-incidents.ts'
import { type Entry, readHistory } from './history-of-changes.ts'

type Demanding = {
  readonly row: Pick<typeof reviews.$inferSelect, 'needsSignOff' | 'createdAt'>
  readonly change: Pick<ChangeRecord, 'number' | 'state'>
  readonly forms: { readonly plan: Pick<ReviewFormValues['plan'], 'actual_end'> }
  readonly history: readonly Entry[]
}

/** What the policy requires by current knowledge or by the history, and whether it demands a sign-off by each of them. */
export type Demand = {
  readonly owed: OwedReview | null
  /** The part of `owed` for which a sign-off is demanded. */
  readonly demanded: OwedReview | null
  readonly policy: PolicyDemand
}

/** What the policy reads of a change. */
export type JudgedFacts = {
  readonly record: JudgedRow & Pick<ChangeRecord, 'state'>
  /** The incidents that name it, or that its review confirmed. */
  readonly linked: readonly LinkedIncident[]
  /** The linked incidents and the formerly linked ones, by what counts of them. */
  readonly counted: readonly LinkedIncident[]
}

/** What the policy reads of changes, by their numbers. */
export async function readFacts(db: Queryable, numbers: readonly string[]): Promise<ReadonlyMap<string, JudgedFacts>> {
  const rows = await db
    .select({ ...judgedColumns, state: changes.state })
    .from(changes)
    .where(inArray(changes.number, [...numbers]))
  const [linked, counted] = [await findLinkedIncidents(db, numbers), await listCountedIncidents(db, numbers)]
  return new Map(
    rows.map((record) => {
      const { number } = record
      return [number, { record, linked: linked.get(number) ?? [], counted: counted.get(number) ?? [] }]
    }),
  )
}

/** Judges a change as `demandOf` does, by what is stored. `versions` are those of the rules. Throws `not_found`. */
export async function judgeDemand(
  db: Queryable,
  demanding: Demanding,
  versions?: readonly RuleVersion[],
): Promise<Demand> {
  const { number } = demanding.change
  const facts = (await readFacts(db, [number])).get(number)
  if (!facts) throw notFound('change', number)
  return demandOf(demanding, facts, versions ?? (await readRuleVersions(db)))
}

/**
 * Judges a change whose review is about to be completed, whatever its state: by the record, the incidents that name it
 * or that its review confirmed, with the most urgent priority they had since, and the end of the work that the review
 * states where the record has none; and by every former record, link and rule that counts.
 */
export function demandOf(
  { row, change, forms, history }: Demanding,
  { record, linked, counted }: JudgedFacts,
  versions: readonly RuleVersion[],
): Demand {
  const inForce = rulesNow(versions)
  const actual_end = record.actual_end ?? forms.plan.actual_end
  const current = { ...record, state: change.state, actual_end, incidents: linked }
  const owed = judgeChange(current, inForce)
  const known = countedRecords(
    { ...current, incidents: counted },
    history.filter(({ entity }) => entity === 'change'),
  )
  const records = known.map((one) => one.record)
  const since = [known[0]?.since ?? row.createdAt, row.createdAt].sort()[0] ?? row.createdAt
  const isNow = owed?.needsSignOff === true
  const byRecord = demandedBy(isNow ? records.slice(0, -1) : records, inForce)
  const byRules = demandedBy(records, formerRules(versions, since))
  const before = bothOwed(
    byRecord && withRemark(byRecord, 'by what was recorded before'),
    byRules && withRemark(byRules, 'by what was in force before'),
  )
  const demanded = isNow ? owed : before
  return {
    owed: withDemanded(owed, demanded),
    demanded,
    policy: {
      now: isNow,
      byFormerRecord: byRecord !== null,
      byFormerRules: byRules !== null,
      before: row.needsSignOff,
    },
  }
}

/** What is owed where a sign-off is demanded too; a review that needs one already gets nothing more. */
export const withDemanded = (owed: OwedReview | null, demanded: OwedReview | null): OwedReview | null =>
  owed?.needsSignOff ? owed : bothOwed(owed, demanded)

/** For what a sign-off of changes is demanded, also of those without a review, by their numbers. */
export async function listDemanded(
  { db, now }: Pick<Context, 'db' | 'now'>,
  numbers: readonly string[],
  versions: readonly RuleVersion[],
): Promise<ReadonlyMap<string, OwedReview | null>> {
  const facts = await readFacts(db, numbers)
  const histories = await readHistory(
    db,
    numbers.map((number) => ({ number, reference: null })),
  )
  const [row, forms] = [{ needsSignOff: false, createdAt: now.toISOString() }, { plan: { actual_end: null } }]
  return new Map(
    [...facts].map(([number, known]) => {
      const history = histories.get(number) ?? []
      return [number, demandOf({ row, change: known.record, forms, history }, known, versions).demanded]
    }),
  )
}

/** What the policy demands of a review that has ended: by what is known now, and the rules in force at its end. */
export function demandAtEnd(
  { state }: Pick<JudgedState, 'state'>,
  { record, counted }: JudgedFacts,
  versions: readonly RuleVersion[],
  endedAt: string,
): PolicyDemand {
  const now = demandedBy([{ ...record, state, incidents: counted }], rulesAt(versions, endedAt)) !== null
  return { now, byFormerRecord: false, byFormerRules: false, before: false }
}
