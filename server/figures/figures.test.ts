import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FigureName, figureNames } from '#lib/contracts/app/figure-tokens.ts'
import {
  getFigures as contract,
  type Figures,
  listFigureRecords as recordsContract,
} from '#lib/contracts/app/figures.ts'
import { listQueue as queueContract } from '#lib/contracts/app/queue.ts'
import { changeTypes } from '#lib/contracts/changes.ts'
import { bucketsOf, previousPeriod } from '#lib/domain/figure-period.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing.ts'
import { listQueue } from '#server/queue/queries.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { testContext, testPerson } from '#server/testing-context.ts'
import { getFigures } from './get-figures.ts'
import { listFigureRecords } from './list-records.ts'
import { drawRecords, insertRecords, type RandomRecords } from './testing.ts'
import { type CountedScope, countAgain, endedIn, groupAgain, outcomesAgain } from './testing-count.ts'

const today = '2025-11-20'

const contextOn = ({ db }: TestDatabase) => testContext(db, testPerson('viewer'), new Date(`${today}T15:00:00Z`))

/** How many records the page at an address lists, and those on its first page. */
async function openList(database: TestDatabase, address: string): Promise<{ total: number; ids: string[] }> {
  const url = new URL(address, 'http://127.0.0.1')
  const query = { ...Object.fromEntries(url.searchParams), limit: '100' }
  if (url.pathname === '/changes') {
    const { rows, total } = await listQueue(contextOn(database), queueContract.query.parse(query))
    return { total, ids: rows.map(({ number }) => number) }
  }
  const name = url.pathname.replace('/figures/', '') as FigureName
  const { rows, total } = await listFigureRecords(contextOn(database), name, recordsContract.query.parse(query))
  return { total, ids: rows.map(({ id }) => id) }
}

const scopes: CountedScope[] = [
  { from: '2025-01-01', to: '2025-12-31' },
  { from: '2024-11-15', to: '2025-11-20' },
  { from: '2025-03-31', to: '2025-03-31' },
  { from: '2024-07-10', to: '2025-08-20', team: 'Web "Ops"' },
  { from: '2024-07-10', to: '2025-08-20', type: 'emergency' },
  { from: '2024-07-10', to: '2025-08-20', service: 'payments api' },
  { from: '2024-07-10', to: '2025-08-20', team: 'A\\B', type: 'normal', service: 'dns' },
]

describe.each([7, 1123, 90210])('figures of random records, seed %i', (seed) => {
  let database: TestDatabase
  let records: RandomRecords
  beforeAll(async () => {
    database = await createTestDatabase()
    records = drawRecords(seed)
    await insertRecords(database.db, records)
    await database.pool.query('analyze')
  })
  afterAll(() => database.drop())

  const figuresOf = async (scope: CountedScope, bucket: 'month' | 'quarter' = 'month') => {
    const figures = await getFigures(contextOn(database), contract.query.parse({ ...scope, bucket }))
    return contract.response.parse(figures)
  }

  test.each(scopes)('are those counted from the raw rows: %o', async (scope) => {
    const { figures } = await figuresOf(scope)
    expect(figures.map(({ name }) => name)).toEqual(figureNames)
    for (const figure of figures) {
      expect({ name: figure.name, ...numbersOf(figure) }).toEqual({ name: figure.name, ...again(figure, scope) })
      const before = { ...scope, ...previousPeriod(scope) }
      expect(figure.previous && numbersOf({ ...figure, ...figure.previous })).toEqual(
        figure.name === 'overdue_reviews' ? null : again(figure, before),
      )
    }
  })

  test.each(scopes)('open lists that hold what they count: %o', async (scope) => {
    const { figures } = await figuresOf(scope)
    for (const { name, numerator, denominator, ...figure } of figures) {
      const second = countAgain(name, records, scope, today)
      const [counted, all] = [await openList(database, figure.list), await openList(database, figure.denominator_list)]
      expect([name, counted.total, all.total]).toEqual([name, numerator, denominator])
      if (counted.total <= 100) expect(counted.ids.toSorted()).toEqual(second.numerator.toSorted())
      if (all.total <= 100) expect(all.ids.toSorted()).toEqual(second.denominator.toSorted())
    }
  })

  test.each(scopes)('are cut by time, team, type and service as the raw rows are: %o', async (scope) => {
    const ended = endedIn(records, scope)
    for (const bucket of ['month', 'quarter'] as const) {
      const figures = await figuresOf(scope, bucket)
      const spans = bucketsOf(scope, bucket, today).map(({ from, to }) => ({ ...scope, from, to }))
      expect(figures.outcomes_over_time.map(countsOf)).toEqual(
        spans.map((span) => outcomesAgain(endedIn(records, span))),
      )
      expect(figures.days_over_time.map(({ value, reviews }) => [value, reviews])).toEqual(
        spans.map((span) => {
          const { numerator, median } = countAgain('days_to_review', records, span, today)
          return [rounded(median), numerator.length]
        }),
      )
    }
    const { by_team: team, by_type: type, by_service: service } = await figuresOf(scope)
    const [teams, types, services] = [
      groupAgain(ended, (change) => [change.assignmentGroup]),
      groupAgain(ended, (change) => [change.type]),
      groupAgain(ended, (change) => change.affectedServices),
    ]
    expect([team.total, service.total]).toEqual([teams.length, services.length])
    expect(team.groups.map(keyedCounts)).toEqual(teams.slice(0, 10))
    expect(service.groups.map(keyedCounts)).toEqual(services.slice(0, 10))
    const wanted = changeTypes.filter((one) => scope.type === undefined || one === scope.type)
    expect(type.groups.map(keyedCounts)).toEqual(
      wanted.map((key) => types.find((group) => group.key === key) ?? { key, ...outcomesAgain([]) }),
    )
  })

  test.each(scopes.slice(1, 6))('open the list behind each bar: %o', async (scope) => {
    const figures = await figuresOf(scope, 'quarter')
    const groups = [
      ...figures.outcomes_over_time,
      ...[figures.by_team, figures.by_type, figures.by_service].flatMap((one) => one.groups),
    ]
    const bars = [
      ...groups.map(({ list, changes: count }) => ({ list, count })),
      ...groups.map(({ with_outcome: withOutcome }) => withOutcome),
      ...groups.flatMap(({ outcomes }) => outcomes),
      ...figures.days_over_time.map(({ list, reviews: count }) => ({ list, count })),
    ]
    for (const { list, count } of bars) expect([list, (await openList(database, list)).total]).toEqual([list, count])
  })

  function again({ name, unit }: Figures['figures'][number], scope: CountedScope) {
    const { numerator, denominator, median } = countAgain(name, records, scope, today)
    const share = denominator.length === 0 ? null : numerator.length / denominator.length
    const value = unit === 'count' ? numerator.length : unit === 'days' ? median : share
    return { value: rounded(value), numerator: numerator.length, denominator: denominator.length }
  }
})

/** Values to three places: what the answer rounds, and what two ways of dividing may differ by, is less. */
const rounded = (value: number | null) => (value === null ? null : expect.closeTo(value, 2))

const numbersOf = ({ value, numerator, denominator }: Figures['figures'][number]) => ({ value, numerator, denominator })

type Counts = Pick<Figures['outcomes_over_time'][number], 'changes' | 'outcomes'>
const countsOf = ({ changes, outcomes }: Counts) => ({
  changes,
  outcomes: outcomes.map(({ outcome, count }) => ({ outcome, count })),
})
const keyedCounts = ({ key, ...counts }: Counts & { key: string | null }) => ({ key, ...countsOf(counts) })

describe('at the edges', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    await insertChange(database.db, 'CHG1', { actualEnd: '2025-10-31T23:59:59.999Z', pirOutcome: 'failed' })
    await insertChange(database.db, 'CHG2', { actualEnd: '2025-11-01T00:00:00.000Z' })
    await insertChange(database.db, 'CHG3', { actualEnd: '2025-12-01T00:00:00.000Z' })
  })
  afterAll(() => database.drop())
  const ask = (query: Record<string, string>) => getFigures(contextOn(database), contract.query.parse(query))

  test('nothing to count is no figure, not 0 %', async () => {
    const {
      figures,
      outcomes_over_time: months,
      days_over_time: days,
    } = await ask({ from: '2020-02-01', to: '2020-02-29' })
    for (const { unit, value, numerator, denominator, previous } of figures) {
      expect([value, numerator, denominator]).toEqual([unit === 'count' ? 0 : null, 0, 0])
      expect(previous).toEqual(unit === 'count' ? null : { value: null, numerator: 0, denominator: 0 })
    }
    expect(months.map(({ changes, from, to, is_whole: isWhole }) => [changes, from, to, isWhole])).toEqual([
      [0, '2020-02-01', '2020-02-29', true],
    ])
    expect(days).toMatchObject([{ value: null, reviews: 0 }])
  })

  test('a day begins and ends by UTC', async () => {
    const { outcomes_over_time: months, figures } = await ask({ from: '2025-10-31', to: '2025-11-30' })
    expect(months.map(({ changes }) => changes)).toEqual([1, 1])
    expect(figures[0]).toMatchObject({ name: 'change_failure_rate', value: 0.5, numerator: 1, denominator: 2 })
  })

  test('without a period it is the 12 months up to today', async () => {
    const { period, previous_period: previous, outcomes_over_time: months } = await ask({})
    expect(period).toEqual({ from: '2024-12-01', to: today })
    expect(previous).toEqual({ from: '2023-12-12', to: '2024-11-30' })
    expect(months).toHaveLength(12)
    expect(months.at(-1)).toMatchObject({ from: '2025-11-01', to: today, is_whole: false, changes: 1 })
  })

  test('a period of more than ten years is refused, and so is one that ends before it begins', async () => {
    await expect(ask({ from: '2014-01-01', to: '2025-01-01' })).rejects.toMatchObject({ code: 'invalid_parameter' })
    await expect(ask({ from: '1900-01-01' })).rejects.toMatchObject({ code: 'invalid_parameter' })
    expect(contract.query.safeParse({ from: '2025-02-01', to: '2025-01-01' }).success).toBe(false)
    expect(contract.query.safeParse({ to: '9999-12-31' }).success).toBe(false)
  })

  test('a page of the list past its end is empty and still tells the total', async () => {
    const query = recordsContract.query.parse({ from: '2025-10-01', to: '2025-11-30', part: 'denominator', page: '9' })
    expect(await listFigureRecords(contextOn(database), 'change_failure_rate', query)).toEqual({ rows: [], total: 2 })
  })
})
