import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { settingsActions } from '#lib/actions/policy-actions.ts'
import { type KeyFigureName, keyFigureNames, keyFigures } from '#lib/contracts/app/metric-values.ts'
import type { setMetricTarget as contract } from '#lib/contracts/app/metrics.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { oneOf } from '#lib/contracts/primitives.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { storeSetting } from '#server/platform/settings/stored-settings.ts'
import { settings } from '#server/schema/settings.ts'

type MetricTarget = ResponseOf<typeof contract>['target']

/** Key of the row with the targets among the settings. */
const key = 'metric_targets'
const Targets = z.partialRecord(oneOf(keyFigureNames), z.number())
export type MetricTargets = z.infer<typeof Targets>

/** Reads the targets of the key figures that have one. */
export async function readMetricTargets(db: Queryable): Promise<MetricTargets> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return Targets.catch({}).parse(row?.value ?? {})
}

/**
 * Sets the target of a key figure; null removes it. Throws `invalid_parameter` for a value that the figure cannot
 * reach.
 */
export async function setMetricTarget(
  ctx: Context,
  name: KeyFigureName,
  target: MetricTarget,
): Promise<{ target: MetricTarget }> {
  const { highest } = keyFigures[name]
  if (target !== null && (target > highest || (highest > 1 && !Number.isInteger(target)))) {
    const range = highest === 1 ? 'a share from 0 to 1' : `a whole number from 0 to ${highest.toLocaleString('en')}`
    throw invalidField('target', 'body', `must be ${range}`)
  }
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
    const before = await readMetricTargets(tx.db)
    if ((before[name] ?? null) === target) return
    const { [name]: _, ...others } = before
    const value = target === null ? others : { ...others, [name]: target }
    await storeSetting(tx, key, { value })
    const changed = { [name]: { from: before[name] ?? null, to: target } }
    await recordEvent(tx, settingsActions.update, 'settings', changed)
  })
  return { target }
}
