import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { noConditions } from '#lib/domain/default-rules.ts'
import type { PolicyRule } from '#lib/domain/review-policy.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { auditEvents } from '#server/schema/access.ts'

/** Rules as they were before they were changed or deleted, since a time (ISO 8601), by the history of the policy. */
export async function listFormerRules(
  db: Queryable,
  current: readonly PolicyRule[],
  since: string,
): Promise<PolicyRule[]> {
  const writes = await db
    .select({ id: auditEvents.entityId, changes: auditEvents.changes })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.entityType, 'policy_rule'),
        inArray(auditEvents.action, ['update', 'delete']),
        gte(auditEvents.at, since),
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
  const rules = new Map<string, PolicyRule>(current.map((rule) => [rule.id, rule]))
  return writes.map(({ id, changes }) => {
    const former = Object.fromEntries(Object.entries(changes).map(([field, { from }]) => [field, from]))
    const rule = { ...(rules.get(id) ?? { id }), ...(former as Partial<NewPolicyRule>) } as PolicyRule
    const complete = { ...rule, conditions: { ...noConditions, ...rule.conditions } }
    rules.set(id, complete)
    return complete
  })
}
