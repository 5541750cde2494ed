import { ruleActions } from '#lib/actions/policy-actions.ts'
import { defaultRules } from '#lib/domain/policy/default-rules.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { recordValues } from '#server/platform/db/record-columns.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { policyRules } from '#server/schema/policy.ts'
import { counters } from '#server/schema/reviews.ts'

/** Name of the counter that records that the default rules were created. It stays when people delete the rules. */
const series = 'policy-defaults'

/**
 * Creates the default rules once in the life of an installation: rules that a person deleted or changed do not come
 * back. Several processes may call it at once.
 */
export async function createDefaultRules(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const first = await tx.db.insert(counters).values({ series, last: 1 }).onConflictDoNothing().returning()
    if (first.length > 0) await insertRules(tx)
  })
}

async function insertRules(ctx: Context): Promise<void> {
  const added = { origin: 'default', updated_at: ctx.now.toISOString(), updated_by: 'Hindsight' }
  const rows = defaultRules.map((rule, index) => recordValues(policyRules, { ...rule, ...added, position: index + 1 }))
  await ctx.db.insert(policyRules).values(rows as (typeof policyRules.$inferInsert)[])
  for (const { id, ...rule } of defaultRules) {
    await recordEvent(ctx, ruleActions.create, id, listDifferences({}, rule))
  }
}
