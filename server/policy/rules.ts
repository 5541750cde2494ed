import { asc, desc, eq } from 'drizzle-orm'
import type { PolicyConditions, PolicyRule } from '#lib/contracts/app/policy.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import type { PolicyRule as EvaluatedRule } from '#lib/domain/policy/review-policy.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyRules } from '#server/schema/policy.ts'

export type RuleRow = typeof policyRules.$inferSelect

/** Converts a stored rule to the shape of the contract. Conditions that are newer than the rule are empty. */
export const presentRule = (row: RuleRow): PolicyRule => ({
  id: row.id,
  name: row.name,
  is_active: row.isActive,
  conditions: presentConditions({ ...noConditions, ...row.conditions }),
  form: row.form,
  due_business_days: row.dueBusinessDays,
  needs_sign_off: row.needsSignOff,
  assignment: row.assignment,
  version: row.version,
  updated_at: row.updatedAt,
  updated_by: row.updatedBy,
})

const presentConditions = (conditions: PolicyConditions): PolicyRule['conditions'] => ({
  ...conditions,
  types: [...conditions.types],
  risks: [...conditions.risks],
  close_codes: [...conditions.close_codes],
  services: [...conditions.services],
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
  /** Time of its change or deletion; null while it is in force. */
  readonly until: string | null
}

type DatedRule = EvaluatedRule & { readonly updated_at: string }

/** Reads every version of every rule from the history of the policy. `rules` are the current ones. */
export async function readRuleVersions(db: Queryable, rules?: readonly DatedRule[]): Promise<RuleVersion[]> {
  const current = rules ?? (await readRules(db))
  const writes = await db
    .select({ id: auditEvents.entityId, action: auditEvents.action, at: auditEvents.at, changes: auditEvents.changes })
    .from(auditEvents)
    .where(eq(auditEvents.entityType, 'policy_rule'))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
  const byId = new Map([
    ...current.map(({ id }) => [id, [] as typeof writes] as const),
    ...Map.groupBy(writes, ({ id }) => id),
  ])
  return [...byId].flatMap(([id, ruleWrites]) =>
    buildVersions(id, current.find((rule) => rule.id === id) ?? null, ruleWrites),
  )
}

/** Builds the versions of a rule from its writes; both are newest first. */
function buildVersions(
  id: string,
  current: DatedRule | null,
  writes: readonly Pick<typeof auditEvents.$inferSelect, 'action' | 'at' | 'changes'>[],
): RuleVersion[] {
  const versions: RuleVersion[] = []
  let rule = { ...(current ?? { id }) } as EvaluatedRule
  let until = null as string | null
  for (const { action, at, changes } of writes) {
    if (action !== 'delete') versions.push({ rule, since: at, until })
    const former = Object.fromEntries(Object.entries(changes).map(([field, { from }]) => [field, from]))
    const before = { ...rule, ...(former as Partial<EvaluatedRule>) }
    ;[rule, until] = [{ ...before, conditions: { ...noConditions, ...before.conditions } }, at]
  }
  if (writes.at(-1)?.action === 'create') return versions
  return [...versions, { rule, since: writes.length === 0 ? (current?.updated_at ?? null) : null, until }]
}

/** Returns the rules that are in force. */
export const getCurrentRules = (versions: readonly RuleVersion[]): EvaluatedRule[] =>
  versions.filter(({ until }) => until === null).map(({ rule }) => rule)

/** Returns the rules that were in force at a time, as they were then. */
export const getRulesAt = (versions: readonly RuleVersion[], at: string): EvaluatedRule[] =>
  versions
    .filter(({ since, until }) => (since === null || since <= at) && (until === null || until >= at))
    .map(({ rule }) => rule)

/** Returns the rules that were changed or deleted since a time, as they were before. */
export const getFormerRules = (versions: readonly RuleVersion[], since: string): EvaluatedRule[] =>
  versions.filter(({ until }) => until !== null && until >= since).map(({ rule }) => rule)
