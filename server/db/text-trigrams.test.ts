import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evaluateFilter } from '#lib/filter/evaluate.ts'
import { printFilter } from '#lib/filter/print.ts'
import type { Comparison, FilterTree } from '#lib/filter/syntax-tree.ts'
import { changeColumns, changeFilterColumns } from '#server/changes/columns.ts'
import { listQueue } from '#server/queue/queries.ts'
import { testContext } from '#server/testing-context.ts'
import { type FilterColumns, filterToSql, isFoundByTrigrams } from './filter-sql.ts'
import { changes } from './schema/changes.ts'
import { createTestDatabase } from './testing.ts'
import { trigramQueries } from './text-trigrams.ts'

/** Few characters, so that texts often hold each other; all that a tsquery, a pattern or a case may trip over. */
const alphabet = `aAbB 12'"\\%_&|!:*()<-\n\tẞßΣσςİıIé😀\uE000\u0001`
const textOf = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength, size: 'max' })
const records = fc
  .sample(fc.record({ number: textOf(0, 6), title: textOf(0, 40) }), { numRuns: 500, seed: 20261122 })
  .map(({ number, title }, index) => ({ number: `${index}${number}`, title }))

const { db, drop } = await createTestDatabase()
beforeAll(async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const same = { state: 'new', type: 'normal', origin: 'test', createdAt: at, updatedAt: at } as const
  await db.insert(changes).values(records.map((record) => ({ ...same, affectedServices: [], ...record })))
  await db.execute(sql`vacuum analyze changes`)
})
afterAll(drop)

const contains = (field: 'number' | 'title', value: string): Comparison => ({
  ...{ kind: 'comparison', field, type: 'text', operator: '~' },
  values: [value],
})
/** Looks for a piece of a record's own text, now and then in capitals, so that most find something. */
const pieces = fc
  .tuple(
    fc.constantFrom(...records),
    fc.constantFrom('number', 'title', 'title'),
    fc.nat(12),
    fc.integer({ min: 1, max: 30 }),
    fc.boolean(),
  )
  .map(([record, field, start, size, isUpper]) => {
    const piece = Array.from(record[field])
      .slice(start, start + size)
      .join('')
    return contains(field, isUpper ? piece.toUpperCase() : piece)
  })
const comparisons = fc.oneof(
  { weight: 5, arbitrary: pieces },
  fc.tuple(fc.constantFrom('number', 'title'), textOf(1, 6)).map(([field, text]) => contains(field, text)),
)
const trees = fc.oneof(
  { weight: 3, arbitrary: comparisons },
  comparisons.map((operand): FilterTree => ({ kind: 'not', operand })),
  fc
    .tuple(fc.constantFrom('and', 'or'), comparisons, comparisons)
    .map(([kind, ...operands]): FilterTree => ({ kind, operands })),
)

test('trigrams find the texts that the language means, and that are found without them', async () => {
  const found = { byTrigrams: 0, rows: 0 }
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const numbersBy = async (tree: FilterTree, columns: FilterColumns) => {
      const condition = filterToSql(tree, columns)
      const rows = await tx.select({ number: changes.number }).from(changes).where(condition)
      return new Set(rows.map(({ number }) => number))
    }
    await fc.assert(
      fc.asyncProperty(trees, async (tree) => {
        const expected = records.filter((record) => evaluateFilter(tree, record)).map(({ number }) => number)
        const numbers = await numbersBy(tree, changeFilterColumns)
        expect(numbers, printFilter(tree)).toEqual(new Set(expected))
        expect(numbers, printFilter(tree)).toEqual(await numbersBy(tree, changeColumns))
        if (!isFoundByTrigrams(tree, changeFilterColumns)) return
        found.byTrigrams += 1
        found.rows += numbers.size
      }),
      { numRuns: 500, seed: 1 },
    )
  })
  expect(found.byTrigrams).toBeGreaterThan(50)
  expect(found.rows).toBeGreaterThan(50)
})

test('the index on trigrams serves what is long enough', async () => {
  const planOf = (value: string) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const tree = { kind: 'comparison', field: 'title', type: 'text', operator: '~', values: [value] } as const
      const { rows } = await tx.execute(
        sql`explain select from ${changes} where ${filterToSql(tree, changeFilterColumns)}`,
      )
      return JSON.stringify(rows)
    })
  expect(await planOf('abcd')).toContain('changes_trigrams')
  expect(await planOf('abc')).not.toContain('changes_trigrams')
})

test.each([
  ['', null],
  ['abc', null],
  ['ab\u0001cdef', null],
  ['abcd', ["'abc'", "'bcd'", "'cd':*"]],
  ['abcde', ["'abc'", "'bcd'", "'cde'"]],
  ['tunnel 47', ["'tun' & 'nel' & ' 47'", "'unn' & 'el ' & '47':*", "'nne' & 'l 4'"]],
  ["it's \\a", ["'it''' & 's \\\\'", "'t''s' & ' \\\\a'", "'''s '"]],
  ['😀é1x', ["'😀é1'", "'é1x'", "'1x':*"]],
])('what finds %s', (text, expected) => {
  expect(trigramQueries(text)).toEqual(expected)
})

test('a long text is looked for by a few of its pieces', () => {
  expect(trigramQueries('abcdefghijklmnopqrstuvwxyz')).toEqual([
    "'abc' & 'ghi' & 'pqr' & 'vwx'",
    "'bcd' & 'hij' & 'qrs' & 'wxy'",
    "'cde' & 'ijk' & 'rst' & 'xyz'",
  ])
  expect(trigramQueries('x'.repeat(4_000))?.[0]).toBe("'xxx' & 'xxx' & 'xxx' & 'xxx'")
})

const held = records
  .map(({ title }) => Array.from(title))
  .filter((title) => title.length > 14)
  .map((title) => title.slice(3, 8).join(''))
  .slice(0, 5)

test.each([...held, 'a1', '1'])('pages of a search for %s are the whole list', async (search) => {
  const ask = (page: number, limit: number, sort: 'number' | '-number') =>
    listQueue(testContext(db), { search, sort, page, limit })
  const holds = (text: string) => text.toLowerCase().includes(search.toLowerCase())
  const expected = records.filter(({ number, title }) => holds(number) || holds(title)).map(({ number }) => number)
  const all = await ask(1, 1_000, 'number')
  expect(new Set(all.rows.map(({ number }) => number))).toEqual(new Set(expected))
  const last = Math.floor(expected.length / 3) + 1
  const pages = await Promise.all([1, 2, last].map((page) => ask(page, 3, '-number')))
  const descending = all.rows.map(({ number }) => number).reverse()
  expect(pages.map(({ rows }) => rows.map(({ number }) => number))).toEqual(
    [1, 2, last].map((page) => descending.slice(3 * page - 3, 3 * page)),
  )
  expect([all, ...pages].map(({ total }) => total)).toEqual(Array(4).fill(expected.length))
})

test.each(['number', '-title', 'risk', '-due_on', 'updated_at'] as const)(
  'what is found is sorted by %s',
  async (sort) => {
    const all = await listQueue(testContext(db), { sort, page: 1, limit: 1_000 })
    for (const search of held) {
      const found = await listQueue(testContext(db), { search, sort, page: 1, limit: 1_000 })
      const numbers = new Set(found.rows.map(({ number }) => number))
      expect(numbers.size).toBeGreaterThan(0)
      expect(found.rows).toEqual(all.rows.filter(({ number }) => numbers.has(number)))
    }
  },
)
