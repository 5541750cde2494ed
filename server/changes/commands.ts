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
import { notFound } from '#server/errors.ts'
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
    const { isWritten, ...change } = await writeReview(ctx, number, wanted, fields, expectedVersions)
    if (isWritten) {
      await foldNowAndThen(ctx.db, 'changes')
      return change
    }
    assertVersion(change.version, expectedVersions)
    if (Object.keys(differences(change, wanted)).length === 0) return change
    // Another writer was faster: what this one read is not what it would have written over.
  }
}

const reviewFields = ['pir_completed', 'pir_reference', 'pir_outcome', 'pir_date'] as const
type ReviewField = (typeof reviewFields)[number]

type Outcome = VersionedChange & { readonly isWritten: boolean }

/** One attempt: the change as it is written now, or as it stands. */
async function writeReview(
  ctx: Context,
  number: string,
  wanted: ChangePatch,
  fields: readonly ReviewField[],
  expectedVersions: readonly number[] | undefined,
): Promise<Outcome> {
  if (fields.length === 0) return { ...(await getChange(ctx, number)), isWritten: false }
  const values = { ...wanted, number, updated_at: ctx.now.toISOString(), expected: expectedVersions ?? null }
  const event = eventParameters(ctx, 'update', 'change', number, {})
  const shape = { key: `write of a change ${fields}`, values: { ...values, ...event } }
  const write = () => runShaped<Outcome>(ctx.db, shape, () => reviewWrite(ctx.db, fields))
  const [outcome] = await retryConflicts(ctx.db, write)
  if (!outcome) throw notFound('change', number)
  return outcome
}

const given = (column: PgColumn) => sql`${sql.param(sql.placeholder(column.name), column)}`

/**
 * Reads the change, and writes it and the history where its version is an expected one, a field differs and no other
 * writer came in between.
 */
function reviewWrite(db: Queryable, fields: readonly ReviewField[]) {
  const wanted = (field: ReviewField) => (fields.includes(field) ? given(changeColumns[field]) : undefined)
  const expected = sql`${sql.placeholder('expected')}::int[]`
  const before = db.$with('before').as(
    db
      .select(changeColumns)
      .from(changes)
      .where(eq(changes.number, given(changes.number))),
  )
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
      .returning(changeColumns),
  )
  const isWritten = sql<boolean>`${updated.number} is not null`
  const written = [...fields, 'updated_at', 'version'] as const
  const now = written.map((field) => [
    field,
    sql`case when ${isWritten} then ${updated[field]} else ${before[field]} end`,
  ])
  const query = db
    .with(before, updated, ...withEvent(db, 'changes', updated, { changes: differencesSql(before, updated, fields) }))
    .select({ ...before._.selectedFields, ...Object.fromEntries(now), isWritten })
    .from(before)
    .leftJoin(updated, sql`true`)
  return { query, fields: { ...changeColumns, isWritten } }
}
