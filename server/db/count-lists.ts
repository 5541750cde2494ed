import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { newId } from '#server/ids.ts'
import { log } from '#server/log.ts'
import type { Database, Queryable } from './client.ts'
import { type ListName, listNames, listTotals, listWrites } from './schema/lists.ts'
import { inTransaction } from './transaction.ts'

/** Counts the lists that are not counted yet; what is written meanwhile is in, by its own row. */
export async function countNewLists(db: Database): Promise<void> {
  const counted = await db.select({ list: listTotals.list }).from(listTotals)
  for (const list of listNames) if (!counted.some((known) => known.list === list)) await recountList(db, list)
}

/** The job: counts every list anew and warns of those that were wrong. */
export async function checkListTotals({ db }: Context): Promise<void> {
  const wrong = await recountLists(db)
  if (wrong.length > 0) log.warn({ lists: wrong }, 'list totals put right: something wrote without saying so')
}

/** Counts every list anew. Gives those whose total was not the true one, by a write that did not say what it wrote. */
export async function recountLists(db: Queryable): Promise<ListName[]> {
  const wrong: ListName[] = []
  for (const list of listNames) if (await recountList(db, list)) wrong.push(list)
  return wrong
}

/**
 * Whether the total had to be put right. No writer waits: the lock only keeps others from adding up, so that the rows
 * of `list_writes` that the count sees are those that are not in the totals.
 */
function recountList(db: Queryable, list: ListName): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const epoch = newId('e', new Date())
    const blank = { list, epoch, writes: 0, inserted: 0, removed: 0 }
    const added = await tx.insert(listTotals).values(blank).onConflictDoNothing().returning({ list: listTotals.list })
    await tx.execute(sql`select from ${listTotals} where list = ${list} for update`)
    const { rowCount } = await tx.execute(sql`
      with counted as (
        select (select count(*) from ${sql.identifier(list)}) - coalesce(sum(inserted - removed), 0) as total
        from ${listWrites} where list = ${list}
      )
      update ${listTotals} set epoch = ${epoch}, inserted = removed + counted.total
      from counted where list = ${list} and inserted - removed <> counted.total`)
    return added.length === 0 && (rowCount ?? 0) > 0
  })
}
