import { eq, type SQL, sql } from 'drizzle-orm'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'

/** By what rows name a person. User names and names of one word are left out: they may be other words too. */
export type PersonTexts = {
  readonly accountIds: readonly string[]
  /** The address in lower case, and names of several words as they are written. */
  readonly texts: readonly string[]
}

export async function findPersonTexts(db: Queryable, email: string): Promise<PersonTexts> {
  const address = foldPersonText(email)
  const [own, listed] = await Promise.all([
    db.select({ id: accounts.id, name: accounts.name }).from(accounts).where(eq(accounts.email, address)),
    db
      .select({ name: users.name })
      .from(users)
      .where(eq(folded(users.email), address)),
  ])
  const names = [...own, ...listed].map(({ name }) => name.trim()).filter((name) => name.includes(' '))
  // In JSON, a quote in a name is written with a backslash.
  const written = names.flatMap((name) => [name, JSON.stringify(name).slice(1, -1)])
  return { accountIds: own.map(({ id }) => id), texts: [...new Set([address, ...written])] }
}

/** Columns with secrets, which say nothing about a person. */
const secret = /hash|secret|sealed|salt/

type TableColumn = { readonly name: string; readonly type: string }
export type PersonTable = { readonly name: string; readonly columns: readonly TableColumn[] }

/** All tables with the columns that may tell something about a person: no secrets, no bytes, nothing that is derived. */
export async function listPersonTables(db: Queryable): Promise<readonly PersonTable[]> {
  const { rows } = await db.execute<{ name: string; columns: TableColumn[] }>(sql`
    select table_name as name, json_agg(json_build_object('name', column_name, 'type', udt_name) order by ordinal_position)
      as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and udt_name <> 'bytea' and is_generated = 'NEVER'
    group by table_name order by table_name`)
  return rows.map(({ name, columns }) => ({ name, columns: columns.filter((column) => !secret.test(column.name)) }))
}

/** Whether a row has one of these texts, in any case, and not as a part of a longer word or address. */
export function hasAny({ columns }: PersonTable, texts: readonly string[]): SQL {
  const row = sql`(concat_ws(' ', ${joined(columns.map(({ name }) => sql`${sql.identifier(name)}`))}) collate "default")`
  // Most rows are sorted out by the position, which is quick; some collations know the cases of ASCII only.
  const conditions = texts.map(
    (text) =>
      sql`(position(${text.toLowerCase()} in lower(${row})) > 0 or position(${text} in ${row}) > 0) and ${row} ~* ${patternOf(text)}`,
  )
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** A regular expression of PostgreSQL for a text that is no part of a longer word or address. */
export function patternOf(text: string): string {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.includes('@')
    ? `(?<![[:alnum:]._%+-])${escaped}(?![[:alnum:]-]|[.][[:alnum:]])`
    : `(?<![[:alnum:]])${escaped}(?![[:alnum:]])`
}

export const joined = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)
