import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { RetentionSetting } from '#lib/contracts/app/setting-definitions.ts'
import type { Context } from './runtime/context.ts'

/** A kind of record that goes some days after it was written, once nothing open needs it. */
export type Retention = {
  /** The setting with the number of days; null for ever. */
  readonly setting: RetentionSetting
  readonly table: PgTable
  /** The records of this kind, where the table has others too. */
  readonly isKind?: SQL
  /** Those that were written before a moment and that nothing open needs. */
  readonly isOver: (before: string) => SQL | undefined
  /** What remains of them; nothing by default. */
  readonly remainder?: (now: string) => Readonly<Record<string, unknown>>
}

/** Records deleted by one statement, so that none holds its locks for long. */
const batchSize = 5_000

const conditionOf = ({ isKind, isOver }: Retention, now: Date, days: number) =>
  and(isKind, isOver(new Date(now.getTime() - days * 86_400_000).toISOString()))

/** Deletes the records of a kind that are older than the days, or leaves their remainder. */
export async function endRecords({ db, now }: Context, kind: Retention, days: number): Promise<void> {
  const { table, remainder } = kind
  const place = sql`${table}.ctid`
  const over = db
    .select({ place })
    .from(table)
    .where(conditionOf(kind, now, days))
    .limit(batchSize)
  const isChosen = inArray(place, over)
  for (let ended = batchSize; ended === batchSize; ) {
    const { rowCount } = remainder
      ? await db.update(table).set(remainder(now.toISOString())).where(isChosen)
      : await db.delete(table).where(isChosen)
    ended = rowCount ?? 0
  }
}

/** How many records there are of a kind, and how many of them `endRecords` would end. */
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
