import { inArray } from 'drizzle-orm'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { PolicyDemand } from '#lib/domain/four-eyes/four-eyes.ts'
import { countedRecords, demandsSignOff, type JudgedState } from '#lib/domain/policy/counted-records.ts'
import { judgeChange, type OwedReview } from '#lib/domain/policy/review-policy.ts'
import type { ReviewFormValues } from '#lib/domain/review/review-forms.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
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
import type { Entry } from './history-of-changes.ts'

type Demanding = {
  readonly row: Pick<typeof reviews.$inferSelect, 'needsSignOff' | 'createdAt'>
  readonly change: Pick<ChangeRecord, 'number' | 'state'>
  readonly forms: ReviewFormValues
  readonly history: readonly Entry[]
}

/** What the policy requires by current knowledge, and whether it demands a sign-off by that or by the history. */
export type Demand = { readonly owed: OwedReview | null; readonly policy: PolicyDemand }

/** What the policy reads of a change. */
export type JudgedFacts = {
  readonly record: JudgedRow
  /** The incidents that name it, or that its review confirmed. */
  readonly linked: readonly LinkedIncident[]
  /** The same and those that formerly did, by what counts of them. */
  readonly counted: readonly LinkedIncident[]
}

/** What the policy reads of changes, by their numbers. */
export async function readFacts(db: Queryable, numbers: readonly string[]): Promise<ReadonlyMap<string, JudgedFacts>> {
  const rows = await db
    .select(judgedColumns)
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
  return {
    owed,
    policy: {
      now: isNow,
      byFormerRecord: demandsSignOff(isNow ? records.slice(0, -1) : records, inForce),
      byFormerRules: demandsSignOff(records, formerRules(versions, since)),
      before: row.needsSignOff,
    },
  }
}

/** What the policy demands of a review that has ended: by what is known now, and the rules in force at its end. */
export function demandAtEnd(
  { state }: Pick<JudgedState, 'state'>,
  { record, counted }: JudgedFacts,
  versions: readonly RuleVersion[],
  endedAt: string,
): PolicyDemand {
  const now = demandsSignOff([{ ...record, state, incidents: counted }], rulesAt(versions, endedAt))
  return { now, byFormerRecord: false, byFormerRules: false, before: false }
}
