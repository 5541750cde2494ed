import { eq, type SQL, sql } from 'drizzle-orm'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'
import { auditEvents } from '#server/schema/history.ts'

/** Texts by which rows name a person, without those that may be other words or name somebody else. */
export type PersonTexts = {
  readonly accountIds: readonly string[]
  /** Their entries in the directory. */
  readonly userIds: readonly string[]
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
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(eq(folded(users.email), email)),
  ])
  const names = [...accountRows, ...listed].map(({ name }) => name.trim()).filter((name) => name.includes(' '))
  const ids = { accountIds: accountRows.map(({ id }) => id), userIds: listed.map(({ id }) => id) }
  const shared = await findNamesOfOthers(db, [...ids.accountIds, ...ids.userIds], names)
  return { ...ids, email, names: [...new Set(names.filter((name) => !shared.has(name.toLowerCase())))] }
}

/** Returns which of these names other people have or had, in accounts and directory. */
async function findNamesOfOthers(db: Queryable, ownIds: readonly string[], names: readonly string[]) {
  if (names.length === 0) return new Set<string>()
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct lower(name) as name from (
      select id, name from ${accounts} union all select id, name from ${users}
      union all select entity_id, changes #>> '{name,from}' from ${auditEvents} where entity_type in ('account', 'user')
    ) as named
    where lower(name) = any(${sql.param(names.map((name) => name.toLowerCase()))}::text[])
      and id <> all(${sql.param(ownIds)}::text[])`)
  return new Set(rows.map(({ name }) => name))
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
  /(?:^|_)(?:by|author|owner|reviewer|actor|assigned_to|assignee|implementer|person|requester|recipient)(?:_name)?$/
/** Columns that name the person whom a row of these tables describes. */
const ownNameColumn = /^(?:name|name_key|email|user_name)$/

/** True for a column that holds nothing but a person. */
const isPersonColumn = (table: PersonTable, { name }: TableColumn) =>
  (table.name === 'accounts' || table.name === 'users' ? ownNameColumn : personColumnName).test(name)

/** Picks the columns of a table that only name people, or all others, in which a name may be another word. */
export function pickPersonColumns(table: PersonTable, which: 'people' | 'texts'): PersonTable {
  return { ...table, columns: table.columns.filter((column) => isPersonColumn(table, column) === (which === 'people')) }
}

/** How a column writes a text: one person, plain, or with the escapes of JSON and arrays. */
type Writing = 'person' | 'plain' | 'escaped'

const getWriting = (table: PersonTable, column: TableColumn): Writing =>
  isPersonColumn(table, column) ? 'person' : /^json|^_/.test(column.type) ? 'escaped' : 'plain'

/** Ends each column in a joined row. It occurs in no text that PostgreSQL joins here, and is no blank. */
const border = '\u0001'

/** Joins columns to one text. */
const joinColumns = (columns: readonly TableColumn[]): SQL =>
  sql`(concat_ws(${border}::text, ${joinSql(columns.map(({ name }) => sql`${sql.identifier(name)}`))}) collate "default")`

/** True if a row contains one of these texts, in any case, be it a part of another name or address. */
export function containsAny({ columns }: PersonTable, texts: readonly string[]): SQL {
  if (texts.length === 0 || columns.length === 0) return sql`false`
  const row = joinColumns(columns)
  const spellings = new Set(texts.flatMap((text) => [text, writeEscaped(text)]))
  // It is done twice, because some collations only fold ASCII.
  const conditions = [...spellings].map(
    (text) => sql`position(${text.toLowerCase()} in lower(${row})) > 0 or position(${text} in ${row}) > 0`,
  )
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** True if a row has one of these texts as `buildPattern` compares them. */
export function hasAny(table: PersonTable, texts: readonly string[]): SQL {
  const groups = [...Map.groupBy(table.columns, (column) => getWriting(table, column))]
  const conditions = texts.flatMap((text) =>
    groups.map(([writing, columns]) => {
      // The search by position quickly drops most rows.
      return sql`(${containsAny({ ...table, columns }, [text])} and ${joinColumns(columns)} ~ ${buildPattern(text, writing)})`
    }),
  )
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** The pattern of a text in a column. */
export const buildColumnPattern = (table: PersonTable, column: TableColumn, text: string): string =>
  buildPattern(text, getWriting(table, column))

// By code point, so that the locale of the database does not matter; a script without case counts as capitals.
const capital = 'A-Z\u00c0-\u00de\u0100-\u03ab\u03cf-\u042f\u0460-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff'
const letter = `A-Za-z0-9_\u00aa\u00b5\u00ba\u00df-\u00ff\u03ac-\u03ce\u0430-\u045f${capital}`
const letterButS = letter.replace('a-z', 'a-rt-z')
const apostrophe = "'`\u00b4\u02bc\u2018\u2019"
const hyphen = '\u2010-\u2013-'
const particles = 'a[flv]|bin|d[aeiou]|de[lnrs]|della|dos|das|e|el|ibn|la|le|te[nr]|v[ao]n|y|zu|zur'
/** The characters before the @ of an e-mail address by RFC 5322, and others by RFC 6531. */
const beforeAt = `!#$%&'*+/=?^\`{|}~.${letter}-`

/**
 * Builds a regular expression of PostgreSQL that finds a text in any case: an e-mail address that is not part of a longer
 * one; a name that is the whole value of a column for people, but for a team in brackets; and in other texts a name
 * without hyphens, apostrophes, initials and capitalised words beside it, which may make it the name of another person.
 */
function buildPattern(text: string, writing: Writing): string {
  const written = foldCase(writing === 'escaped' ? writeEscaped(text) : text)
  const isEscaped = writing === 'escaped'
  // An escaped line break ends with a letter.
  const notAfter = (characters: string) =>
    isEscaped ? `(?:(?<![${characters}])|(?<=(?:^|[^\\\\])(?:\\\\\\\\)*\\\\[bfnrt]))` : `(?<![${characters}])`
  if (text.includes('@')) return `${notAfter(beforeAt)}${written}(?![${letter}-]|[.][${letter}])`
  if (!text.includes(' ')) return `${notAfter(letter)}${written}(?![${letter}])`
  if (writing === 'person') return `(?<![^${border}])\\s*${written}(?=\\s*(?:[(\\[<][^${border}]*)?(?:${border}|$))`
  const blanks = isEscaped ? '(?:\\s|\\\\[bfnrt])+' : '\\s+'
  const joined = `(?:(?:${particles})${blanks})*`
  const before = [
    `[${letter}][${apostrophe}${hyphen}]`,
    `[${capital}][${letter}${apostrophe}${hyphen}]*${blanks}${joined}`,
    `[${capital}][.](?:${blanks})?`,
  ]
  const after = [
    `[${letter}]`,
    `[${hyphen}][${letter}]`,
    `[${apostrophe}](?:[${letterButS}]|s[${letter}])`,
    `${blanks}${joined}(?:[${capital}]|[0-9](?:[^0-9]|$))`,
  ]
  return `${notAfter(letter)}(?<!${before.join('|')})${written}(?!${after.join('|')})`
}

/** Writes a text as JSON and arrays do, with a backslash before a quote. */
const writeEscaped = (text: string) => JSON.stringify(text).slice(1, -1)

/** Writes a text as a pattern that finds it in any case, without regard to the locale of the database. */
const foldCase = (text: string): string =>
  [...text]
    .map((one) => `[${[...new Set([one.toLowerCase(), one.toUpperCase(), one])].filter(isSingle).map(mark).join('')}]`)
    .join('')

const isSingle = (text: string) => [...text].length === 1
const mark = (character: string) => (/[\]\\^[-]/.test(character) ? `\\${character}` : character)

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
