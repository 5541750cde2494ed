import { and, asc, gt, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { RetentionSetting } from '#lib/contracts/app/setting-definitions.ts'
import type { Context, TxContext } from './runtime/context.ts'
import { inTransaction } from './runtime/in-transaction.ts'

/** A kind of record that is deleted some days after it was written, once nothing needs it. */
export type Retention = {
  /** The setting with the number of days; null for ever. */
  readonly setting: RetentionSetting
  /** The column that identifies a record. */
  readonly key: PgColumn
  /** Condition for the records of this kind, if the table has others too. */
  readonly isKind?: SQL
  /** The condition for records that ended before a moment and that nothing needs. */
  readonly isDeletable: (before: string) => SQL | undefined
  /** Deletes records with what belongs to them; by default their rows alone. */
  readonly remove?: (ctx: TxContext, keys: readonly string[], days: number) => Promise<void>
}

/** Condition for records that no condition protects. Each stands alone, so that PostgreSQL can make a join of it. */
export const unless = (...needs: readonly SQL[]): SQL | undefined => and(...needs.map(not))

/** Maximum records deleted in one transaction, so that it holds its locks only briefly. */
const batchSize = 500

/** The moment `days` before `now`. */
export const subtractDays = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString()

const buildCondition = ({ isKind, isDeletable }: Retention, now: Date, days: number) =>
  and(isKind, isDeletable(subtractDays(now, days)))

/** Deletes the records of a kind that are older than `days`, in the order of their keys. */
export async function deleteRecords(ctx: Context, kind: Retention, days: number): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last
    last = await inTransaction(ctx, (tx) => deleteBatch(tx, kind, days, after))
  }
}

/** Returns the last key of the batch; undefined after the last batch. */
async function deleteBatch(ctx: TxContext, kind: Retention, days: number, after: string): Promise<string | undefined> {
  const { key, remove = deleteRows } = kind
  const isDue = buildCondition(kind, ctx.now, days)
  const select = (where: SQL | undefined) =>
    ctx.db
      .select({ key: sql<string>`${key}` })
      .from(key.table)
      .where(where)
  const locked = await select(and(gt(key, after), isDue))
    .orderBy(asc(key))
    .limit(batchSize)
    .for('update')
  if (locked.length === 0) return undefined
  const keys = locked.map((row) => row.key)
  // A record may have become needed before it was locked.
  const due = await select(and(inArray(key, keys), isDue))
  const stillDue = due.map((row) => row.key)
  if (stillDue.length > 0) await remove(ctx, stillDue, days)
  return keys.at(-1)

  async function deleteRows({ db }: TxContext, rows: readonly string[]): Promise<void> {
    await db.delete(key.table).where(inArray(key, [...rows]))
  }
}

/** Counts the records of a kind, and those that `deleteRecords` would delete. */
export async function countRecords({ db, now }: Context, kind: Retention, days: number) {
  const [records, of] = await Promise.all([
    db.$count(kind.key.table, buildCondition(kind, now, days)),
    db.$count(kind.key.table, kind.isKind),
  ])
  return { records, of }
}
