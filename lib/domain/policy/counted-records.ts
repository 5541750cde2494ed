import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { combineOwed, evaluatePolicy, type OwedReview, type PolicyInput, type PolicyRule } from './review-policy.ts'

/** The fields of a change that the policy reads, its state, and the times that say when its work began. */
export type PolicyRecord = PolicyInput & Pick<ChangeRecord, 'state' | 'planned_start' | 'actual_start'>

/** A write in the history: its time (ISO 8601) and the fields that it changed; for a creation, the first values. */
type RecordedWrite = {
  readonly at: string
  readonly action: 'create' | 'update' | 'delete'
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
}

/**
 * A former or current record of a change, and its time (ISO 8601); null for the record before the first write that
 * changed it.
 */
export type CountedRecord = { readonly record: PolicyRecord; readonly since: string | null }

/** States before the authorisation, in which the risk rating is still part of the planning. */
const planningStates: readonly string[] = ['new', 'assess', 'authorize'] satisfies readonly ChangeRecord['state'][]

/**
 * Lists the records of a change since its work was authorised, oldest first and the current one last. Each of them
 * counts for the requirements of its review. The last one of the planning counts too, so that the write that ends the
 * planning cannot lower them. `history` is oldest first. Takes linear time.
 */
export function listCountedRecords(current: PolicyRecord, history: readonly RecordedWrite[]): CountedRecord[] {
  const newestFirst: { record: PolicyRecord; since: string | null; isStub: boolean }[] = [
    { record: current, since: null, isStub: false },
  ]
  for (const { at, action, changes } of history.toReversed()) {
    const later = newestFirst.at(-1)
    if (!later) break
    const former = Object.entries(changes).flatMap(([field, { from }]) => (field in current ? [[field, from]] : []))
    const isStub = changes.is_stub ? changes.is_stub.from === true : later.isStub
    if (action === 'create') later.since = at
    else if (former.length > 0 || isStub !== later.isStub) {
      later.since = at
      newestFirst.push({ record: { ...later.record, ...Object.fromEntries(former) }, since: null, isStub })
    }
  }
  // A stub, which the record replaced, holds no values of its own.
  const records = newestFirst.toReversed().flatMap(({ isStub, ...counted }) => (isStub ? [] : [counted]))
  const authorised = records.findIndex(({ record }) => !planningStates.includes(record.state))
  return records.slice(Math.max(0, authorised - 1))
}

/**
 * True if a rule requires sign-offs. Rules of a random sample do not count: they apply only to changes that no other
 * rule matches, and from the decision on.
 */
export const asksSignOff = ({ is_active, needs_sign_off, conditions }: PolicyRule): boolean =>
  is_active && needs_sign_off && conditions.sample_percent === null

/**
 * Combines the requirements of the rules with a sign-off for any of these records; null if no rule matches.
 */
export function evaluateSignOffRules(
  records: readonly PolicyRecord[],
  rules: readonly PolicyRule[],
): OwedReview | null {
  const owed = rules
    .filter(asksSignOff)
    .map((rule) => records.reduce<OwedReview | null>((met, one) => met ?? evaluatePolicy(one, [rule]), null))
  return owed.reduce(combineOwed, null)
}
