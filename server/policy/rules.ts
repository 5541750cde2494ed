import { asc, desc, eq } from 'drizzle-orm'
import { type PolicyConditions, PolicyRule } from '#lib/contracts/app/policy.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { asksSignOff } from '#lib/domain/policy/counted-records.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import type { PolicyRule as EvaluatedRule } from '#lib/domain/policy/review-policy.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyRules } from '#server/schema/policy.ts'

export type RuleRow = typeof policyRules.$inferSelect

/** Converts a stored rule to the shape of the contract. Conditions that are newer than the rule are empty. */
export const presentRule = (row: RuleRow): PolicyRule => ({
  ...toRecord(policyRules, row, PolicyRule.keyof().options),
  conditions: presentConditions({ ...noConditions, ...row.conditions }),
})

const presentConditions = (conditions: PolicyConditions): PolicyRule['conditions'] => ({
  ...conditions,
  types: [...conditions.types],
  risks: [...conditions.risks],
  close_codes: [...conditions.close_codes],
  services: [...conditions.services],
  models: [...conditions.models],
})

/** Reads the rules in their order. */
export async function readRules(db: Queryable): Promise<PolicyRule[]> {
  const rows = await db.select().from(policyRules).orderBy(asc(policyRules.position), asc(policyRules.id))
  return rows.map(presentRule)
}

export async function listPolicyRules({ db }: Context): Promise<Page<PolicyRule>> {
  const rows = await readRules(db)
  return { rows, total: rows.length }
}

/** Returns a rule, locked until the transaction ends. Throws `not_found`. */
export async function lockRule(db: Queryable, id: string): Promise<RuleRow> {
  const [row] = await db.select().from(policyRules).where(eq(policyRules.id, id)).for('update')
  if (!row) throw notFound('rule', id)
  return row
}

/** A rule as it was in force, from one time to another (ISO 8601). */
export type RuleVersion = {
  readonly rule: EvaluatedRule
  /** Null if the history does not record the beginning. */
  readonly since: string | null
  /** The entry of the history that changed or deleted it; null while it is in force. */
  readonly end: (Pick<typeof auditEvents.$inferSelect, 'id' | 'at' | 'actorId' | 'actorName'> & EndConfirmation) | null
}

/** Once a second manager has confirmed its end, a version no longer counts for work that began before. */
type EndConfirmation = { readonly isConfirmed: boolean }

type DatedRule = EvaluatedRule & { readonly updated_at: string }

/** Reads every version of every rule from the history of the policy. `rules` are the current ones. */
export async function readRuleVersions(db: Queryable, rules?: readonly DatedRule[]): Promise<RuleVersion[]> {
  const current = rules ?? (await readRules(db))
  const entries = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.entityType, 'policy_rule'))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
  const confirmed = new Set(entries.flatMap(({ changes }) => changes.confirmed_end?.to ?? []))
  const writes = entries.filter(({ changes }) => !changes.confirmed_end)
  const byId = new Map([
    ...current.map(({ id }) => [id, [] as typeof writes] as const),
    ...Map.groupBy(writes, ({ entityId }) => entityId),
  ])
  return [...byId].flatMap(([id, ruleWrites]) =>
    buildVersions(
      id,
      current.find((rule) => rule.id === id) ?? null,
      ruleWrites.map((write) => ({ ...write, isConfirmed: confirmed.has(write.id) })),
    ),
  )
}

/**
 * Builds the versions of a rule from its writes; both are newest first. Versions that follow each other and require the
 * sign-off of the same changes are one.
 */
function buildVersions(
  id: string,
  current: DatedRule | null,
  writes: readonly (typeof auditEvents.$inferSelect & EndConfirmation)[],
): RuleVersion[] {
  const versions: RuleVersion[] = []
  let rule = { ...(current ?? { id }) } as EvaluatedRule
  let end: RuleVersion['end'] = null
  const add = (since: string | null) => {
    const later = versions.at(-1)
    if (later && end?.at === later.since && isSameRequirement(later.rule, rule))
      versions[versions.length - 1] = { ...later, since }
    else versions.push({ rule, since, end })
  }
  for (const write of writes) {
    if (write.action !== 'delete') add(write.at)
    const former = Object.fromEntries(Object.entries(write.changes).map(([field, { from }]) => [field, from]))
    const before = { ...rule, ...(former as Partial<EvaluatedRule>) }
    rule = { ...before, conditions: { ...noConditions, ...before.conditions } }
    end = write
  }
  if (writes.at(-1)?.action !== 'create') add(writes.length === 0 ? (current?.updated_at ?? null) : null)
  return versions
}

const isSameRequirement = (one: EvaluatedRule, other: EvaluatedRule) =>
  asksSignOff(one)
    ? asksSignOff(other) && JSON.stringify(one.conditions) === JSON.stringify(other.conditions)
    : !asksSignOff(other)

/** Returns the rules that are in force. */
export const getCurrentRules = (versions: readonly RuleVersion[]): EvaluatedRule[] =>
  versions.filter(({ end }) => end === null).map(({ rule }) => rule)

const isInForce = ({ since, end }: RuleVersion, at: string) =>
  (since === null || since <= at) && (end === null || end.at >= at)

/** Returns the rules that count for work at its end: those in force then, or when it began. */
export const getRulesAt = (versions: readonly RuleVersion[], endedAt: string, starts: readonly string[]) =>
  versions
    .filter((version) => !version.end?.isConfirmed && [endedAt, ...starts].some((at) => isInForce(version, at)))
    .map(({ rule }) => rule)

/** Returns the versions that ended since a time, or were in force at a start of the work, and that still count. */
export const getFormerVersions = (versions: readonly RuleVersion[], since: string, starts: readonly string[]) =>
  versions.flatMap((version) => {
    const { rule, end } = version
    const isFormer = end && (end.at >= since || starts.some((at) => isInForce(version, at)))
    return isFormer && !end.isConfirmed ? [{ rule, end }] : []
  })
