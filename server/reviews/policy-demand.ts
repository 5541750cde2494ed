import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { countedRecords, demandsSignOff } from '#lib/domain/counted-records.ts'
import type { PolicyDemand } from '#lib/domain/four-eyes.ts'
import type { ReviewFormValues } from '#lib/domain/review-forms.ts'
import { judgeChange, type OwedReview, type PolicyRule } from '#lib/domain/review-policy.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { listFormerRules } from '#server/policy/former-rules.ts'
import { getJudged } from '#server/policy/get-judged.ts'
import { findLinkedIncidents } from '#server/policy/judged-changes.ts'
import { readRules } from '#server/policy/rules.ts'
import type { reviews } from '#server/schema/reviews.ts'
import { listCountedIncidents } from './counted-incidents.ts'
import type { Entry } from './history-of-changes.ts'

type Demanding = {
  readonly row: Pick<typeof reviews.$inferSelect, 'needsSignOff' | 'createdAt'>
  readonly change: Pick<ChangeRecord, 'number' | 'state'>
  readonly forms: ReviewFormValues
  readonly history: readonly Entry[]
  /** Numbers of incidents that a write has just unlinked. */
  readonly unlinked?: readonly string[] | undefined
}

/** What the policy requires by current knowledge, and whether it demands a sign-off by that or by the history. */
export type Demand = { readonly owed: OwedReview | null; readonly policy: PolicyDemand }

/**
 * Judges a change whose review is about to be completed, whatever its state: by the record, the incidents that name it
 * or that its review confirmed, with the most urgent priority they had since, and the end of the work that the review states where the record has none; and by every
 * former record and rule that counts.
 */
export async function judgeDemand(
  db: Queryable,
  { row, change, forms, history, unlinked }: Demanding,
  rules?: readonly PolicyRule[],
): Promise<Demand> {
  const inForce = rules ?? (await readRules(db))
  const record = await getJudged(db, change.number)
  const incidents = (await findLinkedIncidents(db, [change.number])).get(change.number) ?? []
  const actual_end = record.actual_end ?? forms.plan.actual_end
  const current = { ...record, state: change.state, actual_end, incidents }
  const owed = judgeChange(current, inForce)
  const counted = countedRecords(
    { ...current, incidents: await listCountedIncidents(db, change.number, unlinked) },
    history.filter(({ entity }) => entity === 'change'),
  )
  const records = counted.map((known) => known.record)
  const since = [counted[0]?.since ?? row.createdAt, row.createdAt].sort()[0] ?? row.createdAt
  const isNow = owed?.needsSignOff === true
  return {
    owed,
    policy: {
      now: isNow,
      byFormerRecord: demandsSignOff(isNow ? records.slice(0, -1) : records, inForce),
      byFormerRules: demandsSignOff(records, await listFormerRules(db, inForce, since)),
      before: row.needsSignOff,
    },
  }
}
