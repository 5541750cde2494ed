import { eq, type SQL, sql } from 'drizzle-orm'
import { policyActions } from '#lib/actions/policy-actions.ts'
import { SecondLookRule } from '#lib/contracts/app/second-looks.ts'
import type { ChangeRecord, ReviewOutcome } from '#lib/contracts/changes.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { storeSetting } from '#server/platform/settings/stored-settings.ts'
import { settings } from '#server/schema/settings.ts'

/** Key of its row among the settings. */
const key = 'second_looks'

/** Reads the rule for second looks; there are none until a manager sets it. */
export async function readSecondLookRule(db: Queryable): Promise<SecondLookRule> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return SecondLookRule.catch({ measures: null, high_risk: null, failed: null }).parse(row?.value)
}

/** Sets the rule, which holds for reviews that are completed from then on. */
export async function setSecondLookRule(ctx: Context, rule: SecondLookRule): Promise<SecondLookRule> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
    const changed = listDifferences(await readSecondLookRule(tx.db), rule)
    if (Object.keys(changed).length === 0) return rule
    await storeSetting(tx, key, { value: rule })
    await recordEvent(tx, policyActions.second_looks, 'second_looks', changed)
    return rule
  })
}

/**
 * The day of the second look at a change whose review is completed `today`: the earliest by the rule, null for none. Part
 * of the statement that completes the review.
 */
export function selectSecondLookDay(
  { measures, risk }: Pick<ChangeRecord, 'measures' | 'risk'>,
  outcome: ReviewOutcome | null,
  today: string,
): SQL {
  const isCase: Readonly<Record<keyof SecondLookRule, boolean>> = {
    measures: measures.length > 0,
    high_risk: risk === 'high' || risk === 'very_high',
    failed: outcome === 'failed',
  }
  const cases = Object.entries(isCase).flatMap(([name, holds]) => (holds ? [name] : []))
  if (cases.length === 0) return sql`null`
  const days = cases.map((one) => sql`(${settings.value} ->> ${one}::text)::int`)
  return sql`(select ${today}::date + least(${sql.join(days, sql`, `)}) from ${settings} where ${settings.key} = ${key})`
}
