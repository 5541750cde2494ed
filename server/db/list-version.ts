import { type SQL, sql } from 'drizzle-orm'
import type { WithSubquery } from 'drizzle-orm/subquery'
import { newId } from '#server/ids.ts'
import { log } from '#server/log.ts'
import type { Database, Queryable } from './client.ts'
import { type ListName, listTotals, listWrites } from './schema/lists.ts'

// Every transaction that writes a list says so in it, by a row of its own (`recordListWrite`; the history does it for
// what it records). So a snapshot tells how many writes it sees and how many records came and went, at the cost of a few
// rows and with no writer waiting for another. Commits become visible one after the other: two snapshots that see the
// same number of writes see the same records. Now and then a writer adds the rows up.

/** How a list stands in a snapshot. */
export type ListVersion = {
  /** Equal exactly while not a single record of the list is written: what was made from it may be kept under this. */
  readonly tag: string
  readonly epoch: string
  /** Transactions that wrote the list in this epoch. */
  readonly writes: number
  readonly inserted: number
  readonly removed: number
  /** Records in the list. */
  readonly total: number
}

/** Writers that add up what others wrote: one in so many. */
const foldEvery = 200

/**
 * Says that the running transaction writes records of a list. `inserted` and `removed` are how many records came and
 * went, by what the database tells of its own statements; a write that only alters records leaves both at 0.
 */
export async function recordListWrite(
  db: Queryable,
  list: ListName,
  { inserted = 0, removed = 0 }: { readonly inserted?: number; readonly removed?: number } = {},
): Promise<void> {
  await db.insert(listWrites).values({ list, id: newId('lw', new Date()), inserted, removed })
  await foldNowAndThen(db, list)
}

/** The same as a part of a statement that writes: it adds or alters a record for each row that `cause` gives. */
export function withListWrite(db: Queryable, list: ListName, id: SQL, cause: WithSubquery, inserted: 0 | 1 = 0) {
  const row = sql`select ${list}, ${id}, ${sql.raw(String(inserted))}, 0 from ${cause}`
  return db.$with('list_write').as(db.insert(listWrites).select(row))
}

/**
 * Adds up the rows of a list, in one of many calls. To be called by whoever wrote one. What was committed before stands
 * where this fails, and must not be told as failed.
 */
export async function foldNowAndThen(db: Queryable, list: ListName): Promise<void> {
  if (Math.random() * foldEvery >= 1) return
  if ('rollback' in db) return foldListWrites(db, list)
  await foldListWrites(db, list).catch((error) => log.warn({ err: error, list }, 'writes of a list not added up'))
}

/** Adds the rows that are visible to the totals and removes them; nothing while another one is doing it. */
export async function foldListWrites(db: Queryable, list: ListName): Promise<void> {
  await db.execute(sql`
    with base as (select list from ${listTotals} where list = ${list} for update skip locked),
    folded as (
      delete from ${listWrites} write using base where write.list = base.list returning write.inserted, write.removed
    ),
    summed as (select count(*) as writes, sum(inserted) as inserted, sum(removed) as removed from folded)
    update ${listTotals} total set writes = total.writes + summed.writes,
      inserted = total.inserted + summed.inserted, removed = total.removed + summed.removed
    from base, summed where total.list = base.list and summed.writes > 0`)
}

/**
 * The version of a list as a scalar of any statement, so that it belongs to the snapshot of what else that statement
 * reads; to be read with `parseListVersion`. NULL while the list is not counted.
 */
export const listVersionSql = (list: ListName): SQL<string | null> => sql<string | null>`(
  select total.epoch || '.' || (total.writes + recent.writes) || '.' || (total.inserted + recent.inserted) || '.'
    || (total.removed + recent.removed)
  from ${listTotals} total cross join (
    select count(*) as writes, coalesce(sum(inserted), 0) as inserted, coalesce(sum(removed), 0) as removed
    from ${listWrites} where list = ${literal(list)}
  ) recent where total.list = ${literal(list)})`

/** As a value that the planner knows, so that its plan for any list is as good as one for this list. */
const literal = (list: ListName) => sql.raw(`'${list}'`)

/** What `listVersionSql` gave; null while the list is not counted. */
export function parseListVersion(tag: string | null | undefined): ListVersion | null {
  if (tag === null || tag === undefined) return null
  const [epoch = '', ...numbers] = tag.split('.')
  const [writes = 0, inserted = 0, removed = 0] = numbers.map(Number)
  return { tag, epoch, writes, inserted, removed, total: inserted - removed }
}

/**
 * A text that is equal exactly while none of these lists is written, from one snapshot; null while one is not counted.
 * Not to be kept where it was read inside a transaction, which also sees what it wrote itself and may still be undone.
 */
export async function readListsTag(db: Database, lists: readonly ListName[]): Promise<string | null> {
  const tags = lists.map((list, index) => sql`${listVersionSql(list)} as ${sql.identifier(`list${index}`)}`)
  const { rows } = await db.execute<Record<string, string | null>>(sql`select ${sql.join(tags, sql`, `)}`)
  const found = Object.values(rows[0] ?? {})
  return found.includes(null) ? null : found.join(' ')
}

/** Lets nothing that was kept under a version before match one after: for when records were replaced as a whole. */
export const NEW_EPOCH = `update list_totals set epoch = $1`
