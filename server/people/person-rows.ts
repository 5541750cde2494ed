import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'

/** Texts by which rows name a person, without those that may be other words or name somebody else. */
export type PersonTexts = {
  readonly accountIds: readonly string[]
  /** In lower case. */
  readonly email: string
  /** Names of several words, as written. */
  readonly names: readonly string[]
}

/** Finds the texts by which rows name the person with an e-mail address, in any case. */
export async function findPersonTexts(db: Queryable, requestedEmail: string): Promise<PersonTexts> {
  const email = foldPersonText(requestedEmail)
  const [accountRows, listed] = await Promise.all([
    db.select({ id: accounts.id, name: accounts.name }).from(accounts).where(eq(accounts.email, email)),
    db
      .select({ name: users.name })
      .from(users)
      .where(eq(folded(users.email), email)),
  ])
  const names = [...accountRows, ...listed].map(({ name }) => name.trim()).filter((name) => name.includes(' '))
  const shared = await findNamesOfOthers(db, email, names)
  // JSON writes a quote in a name with a backslash.
  const spellings = names
    .filter((name) => !shared.has(name.toLowerCase()))
    .flatMap((name) => [name, JSON.stringify(name).slice(1, -1)])
  return { accountIds: accountRows.map(({ id }) => id), email, names: [...new Set(spellings)] }
}

async function findNamesOfOthers(db: Queryable, email: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const folds = names.map((name) => name.toLowerCase())
  if (folds.length === 0) return new Set()
  const [others, listed] = await Promise.all([
    db
      .select({ name: accounts.name })
      .from(accounts)
      .where(and(ne(accounts.email, email), inArray(sql`lower(${accounts.name})`, folds))),
    db
      .select({ name: users.name })
      .from(users)
      .where(and(ne(folded(users.email), email), inArray(sql`lower(${users.name})`, folds))),
  ])
  return new Set([...others, ...listed].map(({ name }) => name.toLowerCase()))
}

/** Names of columns with secrets, which reveal nothing about a person. */
const secretColumnName = /hash|secret|sealed|salt/

type TableColumn = { readonly name: string; readonly type: string }
export type PersonTable = { readonly name: string; readonly columns: readonly TableColumn[] }

/** Lists all tables with the columns that may contain personal data: no secrets, no bytes, no derived columns. */
export async function listPersonTables(db: Queryable): Promise<readonly PersonTable[]> {
  const { rows } = await db.execute<{ name: string; columns: TableColumn[] }>(sql`
    select table_name as name, json_agg(json_build_object('name', column_name, 'type', udt_name) order by ordinal_position)
      as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and udt_name <> 'bytea' and is_generated = 'NEVER'
    group by table_name order by table_name`)
  return rows.map(({ name, columns }) => ({
    name,
    columns: columns.filter((column) => !secretColumnName.test(column.name)),
  }))
}

/** Names of columns that name people. */
const personColumnName =
  /(?:^|_)(?:by|author|owner|reviewer|actor|assigned_to|assignee|implementer|requester|recipient)(?:_name)?$/
/** Tables whose rows are people. */
const peopleTables = new Set(['accounts', 'users'])

/** Picks the columns of a table that only name people, or all others, in which a name may be another word. */
export function pickPersonColumns(table: PersonTable, which: 'people' | 'texts'): PersonTable {
  const isPerson = ({ name }: TableColumn) => peopleTables.has(table.name) || personColumnName.test(name)
  return { ...table, columns: table.columns.filter((column) => isPerson(column) === (which === 'people')) }
}

/** Joins a row to one text. */
const joinRow = ({ columns }: PersonTable): SQL =>
  sql`(concat_ws(' ', ${joinSql(columns.map(({ name }) => sql`${sql.identifier(name)}`))}) collate "default")`

/** True if a row has one of these texts, in any case, and not as a part of a longer word or e-mail address. */
export function hasAny(table: PersonTable, texts: readonly string[]): SQL {
  if (texts.length === 0 || table.columns.length === 0) return sql`false`
  const row = joinRow(table)
  // The search by position quickly drops most rows. It is done twice, because some collations only fold ASCII.
  const conditions = texts.map(
    (text) =>
      sql`(position(${text.toLowerCase()} in lower(${row})) > 0 or position(${text} in ${row}) > 0) and ${row} ~* ${buildPattern(text)}`,
  )
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Builds a regular expression of PostgreSQL for a text that is not part of a longer word or e-mail address. */
export function buildPattern(text: string): string {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.includes('@')
    ? `(?<![[:alnum:]._%+-])${escaped}(?![[:alnum:]-]|[.][[:alnum:]])`
    : `(?<![[:alnum:]])${escaped}(?![[:alnum:]])`
}

/** Blocks of 8 kB that one statement reads from a table. */
const blocksAtOnce = 256

/** Yields conditions that together cover a table; each part is quick to read, however large the table is. */
export async function* readPortions(db: Queryable, { name }: PersonTable): AsyncGenerator<SQL> {
  const size = await db.execute<{ blocks: number }>(
    sql`select ceil(pg_relation_size(${`"${name}"`}::regclass) / 8192.0)::int as blocks`,
  )
  const blocks = size.rows[0]?.blocks ?? 0
  for (let from = 0; from < blocks; from += blocksAtOnce) {
    yield sql`ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + blocksAtOnce},0)`}::tid`
  }
}

export const joinSql = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)

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
