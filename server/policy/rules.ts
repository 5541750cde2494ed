import { asc, eq } from 'drizzle-orm'
import type { PolicyRule } from '#lib/contracts/app/policy.ts'
import type { PolicyConditions } from '#lib/contracts/app/policy-conditions.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { noConditions } from '#lib/domain/default-rules.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { policyRules } from '#server/schema/policy.ts'

export type RuleRow = typeof policyRules.$inferSelect

/** A stored rule in the shape of the contract; conditions that are newer than the rule are empty. */
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

/** The rules in their order. */
export async function readRules(db: Queryable): Promise<PolicyRule[]> {
  const rows = await db.select().from(policyRules).orderBy(asc(policyRules.position), asc(policyRules.id))
  return rows.map(presentRule)
}

export async function listPolicyRules({ db }: Context): Promise<Page<PolicyRule>> {
  const rows = await readRules(db)
  return { rows, total: rows.length }
}

/** A rule, locked until the transaction ends. Throws `not_found`. */
export async function lockRule(db: Queryable, id: string): Promise<RuleRow> {
  const [row] = await db.select().from(policyRules).where(eq(policyRules.id, id)).for('update')
  if (!row) throw notFound('rule', id)
  return row
}
