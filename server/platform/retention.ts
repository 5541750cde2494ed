import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { RetentionSetting } from '#lib/contracts/app/setting-definitions.ts'
import type { Context } from './runtime/context.ts'

/** A kind of record that is deleted some days after it was written, once nothing needs it. */
export type Retention = {
  /** The setting with the number of days; null for ever. */
  readonly setting: RetentionSetting
  readonly table: PgTable & { readonly id: PgColumn }
  /** The records of this kind, where the table has others too. */
  readonly isKind?: SQL
  /** Those that were written before a moment and that nothing needs. */
  readonly isDeletable: (before: string) => SQL | undefined
  /** The columns that say that a record is deleted, where its row stays. */
  readonly mark?: (now: string) => Readonly<Record<string, unknown>>
}

/** Records deleted by one statement, so that none holds its locks for long. */
const batchSize = 5_000

const conditionOf = ({ isKind, isDeletable }: Retention, now: Date, days: number) =>
  and(isKind, isDeletable(new Date(now.getTime() - days * 86_400_000).toISOString()))

/** Deletes the records of a kind that are older than the days. */
export async function deleteRecords({ db, now }: Context, kind: Retention, days: number): Promise<void> {
  const { table, mark } = kind
  const old = db
    .select({ id: table.id })
    .from(table)
    .where(conditionOf(kind, now, days))
    .limit(batchSize)
  const isChosen = inArray(table.id, old)
  for (let deleted = batchSize; deleted === batchSize; ) {
    const { rowCount } = mark
      ? await db.update(table).set(mark(now.toISOString())).where(isChosen)
      : await db.delete(table).where(isChosen)
    deleted = rowCount ?? 0
  }
}

/** How many records there are of a kind, and how many of them `deleteRecords` would delete. */
export async function countRecords(
  { db, now }: Context,
  kind: Retention,
  days: number,
): Promise<{ records: number; of: number }> {
  const [counted] = await db
    .select({
      records: sql<number>`(count(*) filter (where ${conditionOf(kind, now, days)}))::int`,
      of: sql<number>`count(*)::int`,
    })
    .from(kind.table)
    .where(kind.isKind)
  return counted ?? { records: 0, of: 0 }
}
