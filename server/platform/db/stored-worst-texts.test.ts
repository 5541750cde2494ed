import { type SQL, sql, TransactionRollbackError } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { searchAll as searchContract } from '#lib/contracts/app/search.ts'
import { listArticles as articleContract } from '#lib/contracts/articles.ts'
import { listChanges as changeContract } from '#lib/contracts/changes.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { listImprovements as improvementContract } from '#lib/contracts/improvements.ts'
import { listIncidents as incidentContract } from '#lib/contracts/incidents.ts'
import { listUsers as userContract } from '#lib/contracts/users.ts'
import { worstTexts } from '#lib/domain/testing-worst-texts.ts'
import { listArticles } from '#server/articles/queries.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { listUsers } from '#server/people/queries.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { searchAll } from '#server/search/queries.ts'
import type { Database } from './client.ts'
import { provideTestDatabase } from './testing.ts'
import { countBlocks, countBlocksRead } from './testing-plan.ts'

const database = provideTestDatabase()
// The texts refer to no record.
beforeAll(() =>
  database.db.execute(sql`alter table lesson_marks drop constraint lesson_marks_article_articles_id_fk,
    drop constraint lesson_marks_change_changes_number_fk`),
)

/** Maximum blocks for twice the text: about twice as many, besides a constant number for any text. */
const atMostTwice = (short: number) => 2.5 * short + 200

const texts = worstTexts.map((text) => text.replaceAll('\0', ' ').toWellFormed())
/** Characters of a column that no person or program fills with a text of its own. */
const usualLimit = 254

/** The longest text that a write or an import takes, by the name of its field; for a list that of an item. */
function limitsOfFields(): Map<string, number> {
  const limits = new Map<string, number>()
  const note = (name: string | undefined, schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    const length = 'maxLength' in schema ? Number(schema.maxLength) : 0
    if (name !== undefined) limits.set(name, Math.max(length, limits.get(name) ?? 0))
    for (const [key, part] of Object.entries(schema)) {
      if (key !== 'properties') note(name, part)
      else for (const [field, own] of Object.entries(part)) note(field, own)
    }
  }
  const imported = Object.values(allTargets).flatMap(({ fields }) =>
    Object.entries(fields).map(([name, field]) =>
      'limit' in field && field.limit instanceof z.ZodType ? z.object({ [name]: field.limit }) : undefined,
    ),
  )
  for (const schema of [...allEndpoints.flatMap(({ body, params }) => [body, params]), ...imported]) {
    if (schema) note(undefined, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  }
  return limits
}

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isUnique: boolean
  readonly mayBeLeftOut: boolean
}

/** The columns of all tables, without generated ones. */
async function columnsByTable(): Promise<Map<string, Column[]>> {
  const { rows } = await database.db.execute<Column>(sql`
    select relname as table, attname as name, format_type(atttypid, null) as type,
      exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey)) as "isUnique",
      atthasdef or attidentity <> '' or not attnotnull as "mayBeLeftOut"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and attgenerated = ''
    order by relname, attnum`)
  return Map.groupBy(rows, ({ table }) => table)
}

const others: Readonly<Record<string, SQL>> = {
  'timestamp with time zone': sql`'2026-03-01T10:00:00Z'::timestamptz + place * interval '1 minute'`,
  date: sql`'2026-03-01'::date + place::int`,
  integer: sql`place::int`,
  smallint: sql`1::smallint`,
  bigint: sql`place`,
  numeric: sql`place`,
  boolean: sql`true`,
  json: sql`'{}'::json`,
  bytea: sql`decode('00', 'hex')`,
  xid8: sql`place::text::xid8`,
}

const limits = limitsOfFields()
const getLimit = (column: string) => limits.get(column) || usualLimit

/** The value of a column for the text of a row: of the share of its limit, and different from row to row. */
function makeCell({ name, type, isUnique }: Column, share: number): SQL {
  const length = Math.max(1, Math.floor(getLimit(name) * share))
  const value = sql`left(repeat(worst, 2), ${length}::int)`
  if (type === 'text[]') return sql`array[${value}]`
  if (type !== 'text') return others[type] ?? sql`null`
  return isUnique ? sql`left(repeat(worst, 2), ${length - 4}::int) || place` : value
}

/**
 * Columns of up to this many characters are tried with all texts, longer ones with a share of them, which keeps the
 * test short.
 */
const tried = runs(1_500)

/** The statement that stores a row for each of the worst texts in a table, in all its columns of text. */
function storing(columns: readonly Column[], share: number): SQL {
  const step = Math.ceil(Math.max(...columns.map(({ name }) => getLimit(name))) / tried)
  const written = columns.filter(({ type, mayBeLeftOut }) => type.startsWith('text') || !mayBeLeftOut)
  const names = written.map(({ name }) => sql.identifier(name))
  const values = written.map((column) => makeCell(column, share))
  return sql`insert into ${sql.identifier(columns[0]?.table ?? '')} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)} from unnest(${sql.param(texts.filter((_, at) => at % step === 0))}::text[]) with ordinality as worst_texts (worst, place)`
}

async function blocksToStore(db: Pick<Database, 'execute'>, columns: readonly Column[], share: number) {
  const { rows } = await db.execute<Record<string, [{ Plan: Parameters<typeof countBlocks>[0] }]>>(
    sql`explain (analyze, buffers, format json) ${storing(columns, share)}`,
  )
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  return plan ? countBlocks(plan.Plan) : Number.NaN
}

test('every table stores the worst texts, as long as its columns take them, in linear work', async () => {
  const tables = await columnsByTable()
  expect(tables.size).toBeGreaterThan(50)
  for (const [table, columns] of tables) {
    // It has at most one row.
    if (table === 'installation') continue
    const blocks: number[] = []
    for (const share of [0.5, 1]) {
      await database.db
        .transaction(async (tx) => {
          // Entries are not gathered: how many are put into an index at once would depend on their number.
          await tx.execute(sql`set local gin_pending_list_limit = '64kB'`)
          blocks.push(await blocksToStore(tx, columns, share))
          tx.rollback()
        })
        .catch((error) => {
          if (!(error instanceof TransactionRollbackError)) throw new Error(`${table}: ${error.cause ?? error}`)
        })
    }
    expect(blocks[1], table).toBeLessThan(atMostTwice(blocks[0] ?? 0))
  }
})

type Reads = (ctx: Context, input: never) => Promise<unknown>

/** Endpoints that search by a text of the caller: the parameter with the text, and its length in characters. */
const readers: readonly (readonly [Endpoint, parameter: string, length: number, Reads])[] = [
  [changeContract, 'query', 1_600, listChanges],
  [incidentContract, 'query', 1_600, listIncidents],
  [articleContract, 'query', 1_600, listArticles],
  [improvementContract, 'query', 1_600, listImprovements],
  [incidentContract, 'search', 200, listIncidents],
  [articleContract, 'q', 500, listArticles],
  [userContract, 'search', 200, listUsers],
  [searchContract, 'q', 100, searchAll],
]

/** A filter of this length that compares each text field of a list with the text. */
function everyField({ filterFields = {} }: Endpoint, text: string, length: number): string {
  const own = Object.entries(filterFields).filter(([, { type, values }]) => type === 'text' && values === undefined)
  const value = JSON.stringify(text.slice(0, Math.floor(length / own.length / 4)))
  return own.map(([name]) => `${name} ~ ${value} OR ${name} = ${value}`).join(' OR ')
}

test('filters and searches of the worst texts read twice as much of texts that are twice as long', async () => {
  const tables = await columnsByTable()
  const ctx = testContext(database.db, testPerson('admin'), new Date())
  const blocks = readers.map(() => [0, 0])
  for (const [at, share] of [0.5, 1].entries()) {
    for (const table of ['changes', 'incidents', 'articles', 'improvements', 'users']) {
      await database.db.execute(sql`truncate ${sql.identifier(table)}`)
      await database.db.execute(storing(tables.get(table) ?? [], share))
      await database.db.execute(sql`vacuum analyze ${sql.identifier(table)}`)
    }
    for (const [reader, [endpoint, parameter, length, read]] of readers.entries()) {
      for (const text of texts.filter((_, place) => place % 40 === 0)) {
        const sent = parameter === 'query' ? everyField(endpoint, text, share * length) : text.slice(0, share * length)
        const { data: input } = endpoint.query?.safeParse({ [parameter]: sent }) ?? {}
        // A text of blanks is rejected.
        if (input === undefined) continue
        const looked = await countBlocksRead(database.pool, (db) => read({ ...ctx, db }, input as never))
        const counts = blocks[reader]
        if (counts) counts[at] = (counts[at] ?? 0) + looked
      }
    }
  }
  for (const [reader, [short = 0, long]] of blocks.entries()) {
    expect(long, readers[reader]?.[0].name).toBeLessThan(atMostTwice(short))
  }
})
