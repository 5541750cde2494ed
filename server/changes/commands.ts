import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ChangePatch } from '#lib/contracts/changes.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { foldNowAndThen } from '#server/db/list-version.ts'
import { assertVersion } from '#server/db/precondition.ts'
import { changes } from '#server/db/schema/changes.ts'
import { runShaped } from '#server/db/statement.ts'
import { retryConflicts } from '#server/db/transaction.ts'
import { differences, eventParameters, withEvent } from '#server/history/commands.ts'
import { changeColumns } from './columns.ts'
import { getChange, type VersionedChange } from './queries.ts'

/**
 * Writes the review fields of a change; null clears a value. What changes nothing leaves version and history alone.
 * Throws `not_found`, and `precondition_failed` when the version is not an expected one.
 */
export async function updateChange(
  ctx: Context,
  number: string,
  patch: ChangePatch,
  expectedVersions?: readonly number[],
): Promise<VersionedChange> {
  for (;;) {
    const before = await getChange(ctx, number)
    assertVersion(before.version, expectedVersions)
    const { pir_completed: isCompleted, ...others } = patch
    const wanted = isCompleted === undefined ? others : { ...others, pir_completed: isCompleted ?? false }
    const changed = differences(before, wanted)
    if (Object.keys(changed).length === 0) return before
    const values = { ...before, ...wanted, updated_at: ctx.now.toISOString() }
    const event = eventParameters(ctx, 'update', 'change', number, changed)
    const shape = { key: 'write the review of a change', values: { ...values, ...event } }
    const write = () => runShaped<VersionedChange>(ctx.db, shape, () => reviewWrite(ctx.db))
    const [after] = await retryConflicts(ctx.db, write)
    if (after) {
      await foldNowAndThen(ctx.db, 'changes')
      return after
    }
  }
}

const given = (column: PgColumn) => sql`${sql.param(sql.placeholder(column.name), column)}`

/** Writes the review fields and the history; gives no row when another writer was faster and `version` has moved on. */
function reviewWrite(db: Queryable) {
  const updated = db.$with('updated').as(
    db
      .update(changes)
      .set({
        pirCompleted: given(changes.pirCompleted),
        pirReference: given(changes.pirReference),
        pirOutcome: given(changes.pirOutcome),
        pirDate: given(changes.pirDate),
        version: sql`${changes.version} + 1`,
        updatedAt: given(changes.updatedAt),
      })
      .where(and(eq(changes.number, given(changes.number)), eq(changes.version, given(changes.version))))
      .returning(changeColumns),
  )
  const query = db
    .with(updated, ...withEvent(db, 'changes', updated))
    .select()
    .from(updated)
  return { query, fields: changeColumns }
}
