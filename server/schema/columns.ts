import { type SQL, sql } from 'drizzle-orm'
import { customType, integer, type PgColumn } from 'drizzle-orm/pg-core'
import { leadingWord } from '#lib/text/record-number.ts'

/** Text that compares and sorts by code point, the same on every server: identifiers, references, sort keys. */
export const codePointText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
})

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * JSON escapes of characters that PostgreSQL stores in `json` but fails to read: NUL, and half of a character that was
 * cut in two. Other escapes are matched too, so that a backslash before them is not taken for their beginning.
 */
const escapes = /\\(?:u(0000|d[89a-f][0-9a-f]{2})|.)/g

/**
 * The text of a value for a column or parameter of type json. Unreadable characters become U+FFFD, as in text columns.
 */
export const storedJson = (value: unknown): string =>
  JSON.stringify(value).replace(escapes, (character, unreadable) => (unreadable === undefined ? character : '\ufffd'))

/**
 * JSON stored as written, including the order of its keys. Drizzle's own type stores what PostgreSQL fails to read, and
 * parses a text that `pg` has parsed already.
 */
export const json = customType<{ data: unknown; driverData: unknown }>({ dataType: () => 'json', toDriver: storedJson })

/**
 * PostgreSQL's text of a timestamptz as ISO 8601 in UTC with milliseconds: `2026-03-01T10:00:00.000Z`. The text is in
 * the zone of the session, which nothing sets: behind a connection pooler it would not hold.
 */
export function isoFromPostgres(value: string): string {
  if (!value.endsWith('+00')) return isoFromOffset(value)
  const milliseconds = value.slice(20, -3).padEnd(3, '0').slice(0, 3)
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${milliseconds}Z`
}

/**
 * A time with an unusual offset or year: offsets before standard time have seconds, and at the ends of the years 1 and
 * 9999 the local year may be ` BC` or have five digits.
 */
const withOffset =
  /^(\d{4,5})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?( BC)?$/

function isoFromOffset(value: string): string {
  const match = withOffset.exec(value)
  if (match === null) throw new Error(`The database returned "${value}" instead of a time.`)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const sign = match[8] === '-' ? -1 : 1
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(9, 12).map((part) => sign * Number(part ?? 0))
  const time = new Date(0)
  time.setUTCFullYear(match[12] === undefined ? year : 1 - year, month - 1, day)
  time.setUTCHours(hour - hours, minute - minutes, second - seconds, Number((match[7] ?? '').padEnd(3, '0')))
  return time.toISOString()
}

/** A moment in milliseconds as an ISO 8601 string in UTC, whatever the zone of the session. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: isoFromPostgres,
})

/** The times of a record; with a version, it is changed by those who read that. */
export const recordTimes = { createdAt: moment('created_at').notNull(), updatedAt: moment('updated_at').notNull() }
export const versionedTimes = { version: integer('version').notNull().default(1), ...recordTimes }

/** A transaction of this database cluster; larger for one that began to write later. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })

/** The words of a text as PostgreSQL's full text search holds them. */
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A moment as a sort key; a missing one is later than any. For queries and for the indexes that serve them. */
export const orInfinity = (column: PgColumn): SQL => sql`coalesce(${column}, 'infinity'::timestamptz)`

/** A moment as a sort key; a missing one is earlier than any. */
export const orMinusInfinity = (column: PgColumn): SQL => sql`coalesce(${column}, '-infinity'::timestamptz)`

/** The rank of a value among its possible values, as a sort key; 0 for none. */
export function orderByList(column: PgColumn, values: readonly string[]): SQL {
  const list = sql.raw(values.map((value) => `'${value}'`).join(', '))
  return sql`coalesce(array_position(array[${list}]::text[], ${column}::text), 0)`
}

/**
 * A text as `~` compares it, for queries and for the trigram indexes that serve them. The collation is named so that
 * every server folds case as `foldCase` does, whatever its locale.
 */
export const foldedText = (text: SQL | PgColumn): SQL => sql`lower(${text} collate "und-x-icu") collate "C"`

/** The trigrams (`pg_trgm`) by which `~` finds a text. */
export const trigrams = (text: PgColumn): SQL => sql`(${foldedText(text)}) gin_trgm_ops`

/**
 * Characters at which PostgreSQL's text search parser begins a tag, an entity, a path or an e-mail address, whose end
 * it seeks again from each of them.
 */
const wordlessCharacters = '_@<>&/~'

/**
 * A text without the characters for which PostgreSQL's text search parser needs quadratic time, such as `_a_a_a…`.
 * Every text and every search goes through it before the parser, so that both have the same words. Its length stays the
 * same.
 */
export const searchable = (text: SQL | PgColumn | string): SQL =>
  sql`translate(${text}, ${sql.raw(`'${wordlessCharacters}', '${' '.repeat(wordlessCharacters.length)}'`)})`

/** The result of `searchable` in JavaScript, for a part of a query. */
export const searchableWord = (word: string): string =>
  [...word].map((character) => (wordlessCharacters.includes(character) ? ' ' : character)).join('')

/** The words of a text as English full text search finds them. */
export const englishWords = (text: SQL | PgColumn | string): SQL => sql`to_tsvector('english', ${searchable(text)})`

/**
 * The number of a record as it is compared, for queries and for the indexes that serve them; the same as `numberKey`
 * of lib/text/record-number.ts for a column of `codePointText`.
 */
export const numberKeySql = (column: SQL | PgColumn): SQL =>
  sql`lower(regexp_replace(${column}, ${sql.raw(`'${leadingWord}'`)}, '', 'i'))`
