import { asc, sql } from 'drizzle-orm'
import { boolean, date, integer, numeric, PgDialect, pgTable, text } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { evaluateFilter } from '#lib/filter/evaluate.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { printFilter } from '#lib/filter/print.ts'
import { filterRecords, filterTrees, sampleFields } from '#lib/filter/testing.ts'
import { codePointText, moment } from '#server/schema/columns.ts'
import { filterToSql } from './filter-sql.ts'
import { provideTestDatabase } from './testing.ts'

const samples = pgTable('filter_samples', {
  id: integer('id').notNull(),
  number: codePointText('number'),
  summary: text('summary'),
  state: text('state'),
  cost: numeric('cost', { mode: 'number' }),
  completed: boolean('completed'),
  openedAt: moment('opened_at'),
  due: date('due', { mode: 'string' }),
  tags: text('tags').array(),
})

const columns = {
  number: samples.number,
  summary: samples.summary,
  state: samples.state,
  cost: samples.cost,
  completed: samples.completed,
  opened_at: samples.openedAt,
  due: samples.due,
  'metadata.tags': samples.tags,
}

const database = provideTestDatabase()

const records = fc.sample(filterRecords, 300)

beforeAll(async () => {
  await database.db.execute(sql`create table filter_samples (
    id integer not null, number text collate "C", summary text, state text, cost numeric, completed boolean,
    opened_at timestamptz(3), due date, tags text[]
  )`)
  await database.db.execute(sql`create index on filter_samples (number)`)
  await database.db.execute(sql`create index on filter_samples (opened_at)`)
  await database.db.execute(sql`create index on filter_samples using gin (tags)`)
  await database.db
    .insert(samples)
    .values(
      records.map(({ opened_at: openedAt, 'metadata.tags': tags, ...same }, id) => ({ id, openedAt, tags, ...same })),
    )
})

const condition = (text: string) => {
  const result = parseFilter(text, sampleFields)
  if (!result.ok) throw new Error(result.error.message)
  return filterToSql(result.tree, columns)
}

test('selects the rows for which the filter evaluates to true', async () => {
  await fc.assert(
    fc.asyncProperty(filterTrees, async (tree) => {
      const rows = await database.db
        .select({ id: samples.id })
        .from(samples)
        .where(filterToSql(tree, columns))
        .orderBy(asc(samples.id))
      const expected = records.flatMap((record, id) => (evaluateFilter(tree, record) ? [id] : []))
      expect(
        rows.map((row) => row.id),
        printFilter(tree),
      ).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('NOT selects exactly the other rows', async () => {
  await fc.assert(
    fc.asyncProperty(filterTrees, async (tree) => {
      const where = filterToSql(tree, columns)
      const negated = filterToSql({ kind: 'not', operand: tree }, columns)
      const both = await database.db.select({ id: samples.id }).from(samples).where(sql`${where} and ${negated}`)
      const either = await database.db.select({ id: samples.id }).from(samples).where(sql`${where} or ${negated}`)
      expect([both.length, either.length]).toEqual([0, records.length])
    }),
    { numRuns: 200 },
  )
})

test('sends values as parameters, never as SQL', () => {
  const { sql: text, params } = new PgDialect().sqlToQuery(
    condition(`number = "'; drop table x" AND summary ~ "50%_\\\\" AND cost IN (1, 2) AND NOT metadata.tags = "a{,}"`),
  )
  expect(params).toEqual(["'; drop table x", '%50\\%\\_\\\\%', [1, 2], ['a{,}']])
  expect(text).not.toMatch(/drop|50|a\{/)
})

test.each([
  'number = CHG1',
  'number IN (CHG1, CHG2)',
  'number >= CHG1 AND summary != a',
  'opened_at > 2026-03-01 AND opened_at <= 2026-04-01',
  'metadata.tags = dns',
  'metadata.tags IN (dns, tls) OR number = CHG1',
])('uses an index for %s', async (text) => {
  const plan = await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute(sql`explain select from ${samples} where ${condition(text)}`)
  })
  expect(JSON.stringify(plan.rows)).toMatch(/Index Cond/)
})

test.each([
  ['ΟΔΟΣ', 'οδος', true],
  ['ΟΔΟΣ', 'οδοσ', false],
  ['İzmir', 'i\u0307z', true],
  ['STRAẞE', 'straße', true],
  ['STRASSE', 'straße', false],
  ['École', 'éCOLE', true],
  ['50 %', '0_%', false],
])('of %s, ~ %s is %s, as in JavaScript', async (summary, value, expected) => {
  const tree = { kind: 'comparison', field: 'summary', type: 'text', operator: '~', values: [value] } as const
  const found = await database.db.execute(
    sql`select ${filterToSql(tree, { summary: sql`${summary}::text` })} as result`,
  )
  expect(found.rows).toEqual([{ result: expected }])
  expect(evaluateFilter(tree, { summary })).toBe(expected)
})
