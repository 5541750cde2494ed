import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findPersonTexts, hasAny, joinSql, listPersonTables, type PersonTable, readPortions } from './person-rows.ts'

/**
 * Yields everything stored about a person: each row of any table with their e-mail address, a name or their account, as
 * a line of JSON. Tables come from the catalogue, so that none is forgotten. File contents are left out. A row that is
 * written meanwhile may be missing or appear twice.
 */
export async function* exportPersonalData({ db }: Pick<Context, 'db'>, email: string): AsyncGenerator<string> {
  const person = await findPersonTexts(db, email)
  for (const table of await listPersonTables(db))
    yield* readLines(db, table, hasAny(table, [person.email, ...person.names, ...person.accountIds]))
}

async function* readLines(db: Queryable, table: PersonTable, condition: SQL): AsyncGenerator<string> {
  const list = joinSql(table.columns.map((column) => sql`${sql.identifier(column.name)}`))
  for await (const part of readPortions(db, table)) {
    const { rows } = await db.execute<{ record: unknown }>(sql`
      select (select to_jsonb(shown) from (select ${list}) as shown) as record from ${sql.identifier(table.name)}
      where ${part} and ${condition}`)
    for (const { record } of rows) yield `${JSON.stringify({ table: table.name, record })}\n`
  }
}
