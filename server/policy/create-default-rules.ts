import { ruleActions } from '#lib/actions/policy-actions.ts'
import { defaultRules } from '#lib/domain/policy/default-rules.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { recordValues } from '#server/platform/db/record-columns.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { contributingFactors, policyRules } from '#server/schema/policy.ts'
import { counters } from '#server/schema/reviews.ts'

/** Creates what ships, by the name of a counter that records that it was created. */
const defaults: Readonly<Record<string, (ctx: Context) => Promise<void>>> = {
  'policy-defaults': insertRules,
  'factor-defaults': insertFactors,
}

/**
 * Creates the default rules and contributing factors once in the life of an installation: what a person deleted or
 * changed does not come back. Several processes may call it at once.
 */
export async function createDefaultRules(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const [series, insert] of Object.entries(defaults)) {
      const first = await tx.db.insert(counters).values({ series, last: 1 }).onConflictDoNothing().returning()
      if (first.length > 0) await insert(tx)
    }
  })
}

const factors = [
  'Test',
  'Environment differs',
  'Dependency',
  'Plan',
  'Hand-over',
  'Tool',
  'Supplier',
  'Capacity',
  'Communication',
  'No cause found',
]

async function insertFactors({ db }: Context): Promise<void> {
  await db
    .insert(contributingFactors)
    .values(factors.map((name) => ({ name, origin: 'default' })))
    .onConflictDoNothing()
}

async function insertRules(ctx: Context): Promise<void> {
  const added = { origin: 'default', updated_at: ctx.now.toISOString(), updated_by: 'Hindsight' }
  const rows = defaultRules.map((rule, index) => recordValues(policyRules, { ...rule, ...added, position: index + 1 }))
  await ctx.db.insert(policyRules).values(rows as (typeof policyRules.$inferInsert)[])
  for (const { id, ...rule } of defaultRules) {
    await recordEvent(ctx, ruleActions.create, id, listDifferences({}, rule))
  }
}
