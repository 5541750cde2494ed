import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findPersonTexts, hasAny, joined, listPersonTables, type PersonTable } from './person-rows.ts'

/** Blocks of a table, of 8 kB each, that are read at once. */
const blocksAtOnce = 256

/**
 * What is held about a person: each row of any table in which their address, a name of theirs or their account occurs, as a
 * line of JSON. Tables are found in the catalogue, so that none is forgotten. The bytes of files are left out. A row that is
 * written meanwhile may be missing or be there twice.
 */
export async function* personalData({ db }: Pick<Context, 'db'>, email: string): AsyncGenerator<string> {
  const { accountIds, texts } = await findPersonTexts(db, email)
  for (const table of await listPersonTables(db)) yield* linesOf(db, table, hasAny(table, [...texts, ...accountIds]))
}

/** By ranges of blocks, which every table has: each is read once, whatever it holds. */
async function* linesOf(db: Queryable, { name, columns }: PersonTable, condition: SQL): AsyncGenerator<string> {
  const list = joined(columns.map((column) => sql`${sql.identifier(column.name)}`))
  const table = sql.identifier(name)
  const size = await db.execute<{ blocks: number }>(
    sql`select ceil(pg_relation_size(${`"${name}"`}::regclass) / 8192.0)::int as blocks`,
  )
  const blocks = size.rows[0]?.blocks ?? 0
  for (let from = 0; from < blocks; from += blocksAtOnce) {
    const { rows } = await db.execute<{ record: unknown }>(sql`
      select (select to_jsonb(shown) from (select ${list}) as shown) as record from ${table}
      where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + blocksAtOnce},0)`}::tid and ${condition}`)
    for (const { record } of rows) yield `${JSON.stringify({ table: name, record })}\n`
  }
}
