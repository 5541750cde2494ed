import { and, eq, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ChangePatch } from '#lib/contracts/changes.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { foldNowAndThen } from '#server/db/list-version.ts'
import { assertVersion } from '#server/db/precondition.ts'
import { changes } from '#server/db/schema/changes.ts'
import { runShaped } from '#server/db/statement.ts'
import { retryConflicts } from '#server/db/transaction.ts'
import { differences, differencesSql, eventParameters, withEvent } from '#server/history/commands.ts'
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
  const wanted = { ...patch, ...(patch.pir_completed === null && { pir_completed: false }) }
  const fields = reviewFields.filter((field) => wanted[field] !== undefined)
  for (;;) {
    const written = fields.length > 0 ? await writeReview(ctx, number, wanted, fields, expectedVersions) : null
    if (written) return written
    const change = await getChange(ctx, number)
    assertVersion(change.version, expectedVersions)
    if (Object.keys(differences(change, wanted)).length === 0) return change
    // Another writer came in between.
  }
}

const reviewFields = ['pir_completed', 'pir_reference', 'pir_outcome', 'pir_date'] as const
type ReviewField = (typeof reviewFields)[number]

/** The change as it is written; null when there is none, or it has another version, or says this already. */
async function writeReview(
  ctx: Context,
  number: string,
  wanted: ChangePatch,
  fields: readonly ReviewField[],
  expectedVersions: readonly number[] | undefined,
): Promise<VersionedChange | null> {
  const values = { ...wanted, number, updated_at: ctx.now.toISOString(), expected: expectedVersions ?? null }
  const event = eventParameters(ctx, 'update', 'change', number, {})
  const shape = { key: `write of a change ${fields}`, values: { ...values, ...event } }
  const write = () => runShaped<VersionedChange>(ctx.db, shape, () => reviewWrite(ctx.db, fields))
  const [written] = await retryConflicts(ctx.db, write)
  if (!written) return null
  await foldNowAndThen(ctx.db, 'changes')
  return written
}

const given = (column: PgColumn) => sql`${sql.param(sql.placeholder(column.name), column)}`

/**
 * Writes the change and its history where its version is an expected one and a field differs. The values before are of
 * the statement's snapshot: it writes nothing over another writer who came in between, which the version tells.
 */
function reviewWrite(db: Queryable, fields: readonly ReviewField[]) {
  const wanted = (field: ReviewField) => (fields.includes(field) ? given(changeColumns[field]) : undefined)
  const expected = sql`${sql.placeholder('expected')}::int[]`
  const before = db
    .select(changeColumns)
    .from(changes)
    .where(eq(changes.number, given(changes.number)))
    .as('before')
  const changed = differencesSql(fields.map((name) => ({ name, from: before[name], to: changeColumns[name] })))
  const updated = db.$with('updated').as(
    db
      .update(changes)
      .set({
        pirCompleted: wanted('pir_completed'),
        pirReference: wanted('pir_reference'),
        pirOutcome: wanted('pir_outcome'),
        pirDate: wanted('pir_date'),
        version: sql`${changes.version} + 1`,
        updatedAt: given(changes.updatedAt),
      })
      .from(before)
      .where(
        and(
          eq(changes.number, before.number),
          eq(changes.version, before.version),
          sql`(${expected} is null or ${before.version} = any(${expected}))`,
          or(...fields.map((field) => sql`${before[field]} is distinct from ${wanted(field)}`)),
        ),
      )
      .returning({ ...changeColumns, changed: changed.as('changed') }),
  )
  const { changed: recorded, ...record } = updated._.selectedFields
  const query = db
    .with(updated, ...withEvent(db, 'changes', updated, { changes: sql`${recorded}` }))
    .select(record)
    .from(updated)
  return { query, fields: changeColumns }
}
