import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { worstTexts } from '#lib/domain/testing-worst-texts.ts'
import { parseSearchedWords } from '#server/articles/condition.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { englishWords, foldedText, searchable } from '#server/schema/columns.ts'
import { prefixQuery } from '#server/search/prefix-query.ts'
import { asPhrase } from '#server/text-rarity/word-rarity.ts'
import { provideTestDatabase } from './testing.ts'

const database = provideTestDatabase()

/** Length of the shorter text in characters. */
const short = 2_000
/** Factor from the shorter to the longer text: large enough that a busy machine does not look like quadratic time. */
const growth = 8
/** Milliseconds that delay no other request, and below which a ratio of two times means nothing. */
const measurable = 100
/** A ratio between that of linear time, 8, and that of quadratic time, 64. */
const limit = 24
const attempts = 4

const cleaned = (text: string) => text.replaceAll('\u0000', ' ').toWellFormed()

const compute = (read: (text: string) => SQL, text: string) =>
  database.db.execute(sql`select length((${read(text)})::text)`)

/** Milliseconds of the fastest of three runs; the first alone if it is fast. */
async function measureTime(read: (text: string) => SQL, text: string): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && fastest > measurable; run += 1) {
    const before = performance.now()
    await compute(read, text)
    fastest = Math.min(fastest, performance.now() - before)
  }
  return fastest
}

/** True if a text of eight times the length takes more than about eight times the time, in every attempt. */
async function isSlow(read: (text: string) => SQL, text: string): Promise<boolean> {
  const long = text.slice(0, growth * short)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const time = await measureTime(read, long)
    if (time < measurable || time / (await measureTime(read, text.slice(0, short))) < limit) return false
  }
  return true
}

async function slowTexts(read: (text: string) => SQL): Promise<string[]> {
  const slow: string[] = []
  for (const text of worstTexts.map(cleaned)) if (await isSlow(read, text)) slow.push(`${text.slice(0, 24)}…`)
  return slow
}

type Computed = { readonly table: string; readonly expression: string }

/** Expressions that PostgreSQL computes for each stored row: generated columns and the expressions of indexes. */
async function computedByTheDatabase(): Promise<Computed[]> {
  const { rows } = await database.db.execute<Computed>(sql`
    select relation.relname as table, pg_get_expr(adbin, adrelid) as expression
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum and attgenerated <> ''
      join pg_class relation on relation.oid = adrelid
    where relnamespace = 'public'::regnamespace
    union
    select relation.relname, pg_get_indexdef(indexrelid, position, false)
    from pg_index join pg_class relation on relation.oid = indrelid,
      generate_series(1, indnkeyatts) as position
    where relnamespace = 'public'::regnamespace and indkey[position - 1] = 0`)
  return rows
}

/** The expression for a row whose text columns all hold the text. */
function computed({ table, expression }: Computed, columns: readonly string[]): (text: string) => SQL {
  const pairs = (text: string) =>
    sql.join(
      columns.map((column) => sql`${column}::text, ${text}::text`),
      sql`, `,
    )
  return (text) => sql`select (${sql.raw(expression)})
    from jsonb_populate_record(null::${sql.identifier(table)}, jsonb_build_object(${pairs(text)}))`
}

/** One example of each kind of expression; several that differ only in the column name are one kind. */
async function kindsOfExpressions(): Promise<Record<string, (text: string) => SQL>> {
  const { rows } = await database.db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'text'`)
  const kinds: Record<string, (text: string) => SQL> = {}
  for (const one of await computedByTheDatabase()) {
    const columns = rows.filter(({ table }) => table === one.table).map(({ column }) => column)
    const used = columns.filter((column) => new RegExp(`\\b${column}\\b`).test(one.expression))
    if (used.length === 0) continue
    const kind = used.reduce(
      (text, column) => text.replaceAll(new RegExp(`\\b${column}\\b`, 'g'), 'TEXT'),
      one.expression,
    )
    kinds[kind] ??= computed(one, used)
  }
  return kinds
}

/** Expressions in statements over a text that a person wrote or searches for. */
const computedByStatements: Readonly<Record<string, (text: string) => SQL>> = {
  englishWords,
  parseSearchedWords,
  asPhrase: (text) => asPhrase(sql`${text}::text`),
  prefixQuery: (text) => prefixQuery([text], 'english'),
  'marks of words': (text) =>
    sql`ts_headline('english', ${searchable(text)}, ${parseSearchedWords('disk or lock')}, 'HighlightAll=true')`,
  'trigrams of an index': (text) => sql`show_trgm(${foldedText(sql`${text}::text`)})`,
  'search for a part that is almost there': (text) =>
    sql`${foldedText(sql`${text}::text`)} like '%' || regexp_replace(left(${text}::text, 100), '([\\\\%_])', '\\\\\\1', 'g') || '☃%'`,
  'comparison with ~': (text) => sql`${foldedText(sql`${text}::text`)} like '%disk%lock%'`,
}

test('no text makes an index or a generated column take more than linear time', async () => {
  const kinds = await kindsOfExpressions()
  expect(Object.keys(kinds).filter((kind) => kind.includes('to_tsvector'))).toHaveLength(3)
  for (const [kind, read] of Object.entries(kinds)) expect(await slowTexts(read), kind).toEqual([])
})

test.each(Object.entries(computedByStatements))('%s takes linear time', async (_, read) => {
  expect(await slowTexts(read)).toEqual([])
})

test('no repeated text makes full text search take more than linear time, or fail', async () => {
  const part = fc.constantFrom(
    ...'aA1é名.-/+:#%?=~\'"()<>@_&,\\;$*!|[]{}^`\n\t ',
    'http://',
    'www.',
    '.com',
    'mailto:',
    '<!--',
    '&#x',
    '1e9',
    '\u0301',
    '\u200b',
  )
  const unit = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(unit, async (text) => {
      const long = cleaned(text.repeat(Math.ceil((growth * short) / text.length)))
      expect(await isSlow(englishWords, long)).toBe(false)
      await compute(parseSearchedWords, long.slice(0, 500))
    }),
    { numRuns: runs(100) },
  )
})
