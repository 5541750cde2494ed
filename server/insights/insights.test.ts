import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type MetricValue, listMetricValues as valuesContract } from '#lib/contracts/app/flat-metrics.ts'
import { type MetricName, metricNames, reviewAges } from '#lib/contracts/app/metric-values.ts'
import {
  getInsights as contract,
  type Insights,
  listMetricRecords as recordsContract,
} from '#lib/contracts/app/metrics.ts'
import { listQueue as queueContract } from '#lib/contracts/app/queue.ts'
import { countDaysBetween } from '#lib/domain/improvements/improvement-due.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { countDays, getPreviousPeriod } from '#lib/domain/metrics/metric-period.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createTestDatabase, provideTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertChange, insertDecision, insertOwed } from '#server/reviews/testing.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { getInsights } from './get-insights.ts'
import { listMetricRecords } from './list-records.ts'
import { listMetricValues } from './list-values.ts'
import { setMetricTarget } from './metric-targets.ts'
import { drawRecords, findFirstCompletion, insertRecords, type RandomRecords } from './testing.ts'
import { type CountedScope, countAgain, countOpenAt, endedIn, leaveOut, openAgain } from './testing-count.ts'

const today = '2025-11-20'
const now = new Date(`${today}T15:00:00Z`)

const contextOn = ({ db }: TestDatabase, zone = 'UTC') => ({ ...testContext(db, testPerson('viewer'), now), zone })

/** Reads the total and the first records of the list at a URL. */
async function openList(
  database: TestDatabase,
  href: string,
  zone?: string,
): Promise<{ total: number; ids: string[] }> {
  const url = new URL(href, 'http://127.0.0.1')
  const query = { ...Object.fromEntries(url.searchParams), limit: '100' }
  if (url.pathname === '/changes') {
    const { rows, total } = await listQueue(contextOn(database, zone), queueContract.query.parse(query))
    return { total, ids: rows.map(({ number }) => number) }
  }
  const name = url.pathname.replace('/insights/', '') as MetricName
  const { rows, total } = await listMetricRecords(contextOn(database, zone), name, recordsContract.query.parse(query))
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

describe.each([[1123, 'Pacific/Auckland']])('metrics of random records, seed %i, in days of %s', (seed, zone) => {
  const today = getDayInZone(now.toISOString(), zone)
  const ownScopes = scopes.map((scope) => ({ ...scope, zone }))
  const database = provideTestDatabase()
  let records: RandomRecords
  beforeAll(async () => {
    records = drawRecords(seed)
    await insertRecords(database.db, records)
    await database.pool.query('analyze')
  })

  const readInsights = async (scope: CountedScope, bucket: 'month' | 'quarter' = 'month') => {
    const { zone: _, ...query } = scope
    const insights = await getInsights(contextOn(database, zone), contract.query.parse({ ...query, bucket }))
    expect(insights.time_zone).toBe(zone)
    return contract.response.parse(insights)
  }

  test.each(ownScopes)('match a separate count of the raw rows: %o', async (scope) => {
    const { metrics } = await readInsights(scope)
    expect(metrics.map(({ name }) => name)).toEqual(metricNames)
    for (const metric of metrics) {
      expect({ name: metric.name, ...pickNumbers(metric) }).toEqual({ name: metric.name, ...again(metric, scope) })
      const before = { ...scope, ...getPreviousPeriod(scope) }
      const isOverReviewed = ['change_failure_rate', 'caused_incidents'].includes(metric.name)
      const leftOut = leaveOut(records, scope)
      expect(metric.left_out).toEqual(
        isOverReviewed ? { ...leftOut, of: endedIn(records, scope).length, list: expect.any(String) } : null,
      )
      if (metric.left_out) expect((await openList(database, metric.left_out.list, zone)).total).toBe(leftOut.count)
      expect(metric.is_comparable).toBe(!isOverReviewed || coverageDiffers(scope, before) <= 0.1)
      expect(metric.previous && pickNumbers({ ...metric, ...metric.previous })).toEqual(
        metric.name === 'overdue_reviews' ? null : again(metric, before),
      )
    }
  })

  test.each([
    ...(['all', 'team', 'type', 'service'] as const).map((by) => ({ by, from: '2024-07-10', to: '2026-02-20' })),
    { by: 'all' as const, from: '2025-01-01', to: '2025-12-31', team: 'Web "Ops"', type: 'normal' },
    { by: 'service' as const, from: '2025-01-01', to: '2025-12-31', team: 'Web "Ops"' },
  ])('are flat rows by quarter that match it too: $by, team $team', async ({ by, ...scope }) => {
    const query = valuesContract.query.parse({ ...scope, by, bucket: 'quarter' })
    const { rows, total } = await listMetricValues(contextOn(database, zone), query, 'https://h.example')
    expect(valuesContract.response.parse({ result: rows, total_count: total }).result).toEqual(rows)
    expect(rows.length).toBe(total)
    if (by === 'all') {
      expect(new Set(rows.map(({ metric }) => metric)).size).toBe(metricNames.length)
      const medians = (await readInsights({ ...scope, zone }, 'quarter')).days_over_time.map(({ value }) => value)
      expect(rows.flatMap(({ metric, value }) => (metric === 'days_to_review' ? [value] : []))).toEqual(medians)
    } else {
      const refused = valuesContract.query.safeParse({ ...scope, by, [by]: 'normal' }).error?.issues
      expect(refused).toMatchObject([{ path: ['by'], message: 'must not be what the rows are filtered by' }])
    }
    const known = rows.filter(({ group }) => by === 'all' || group !== null)
    expect(known.length).toBeGreaterThan(40)
    const some = known.filter((_, index) => by === 'all' || index % 7 === 0)
    const counted = some.map(({ metric: name, from, to, group }) => {
      const groupScope = { ...scope, from, to, zone, ...(by === 'all' ? {} : { [by]: group }) }
      if (name === 'overdue_reviews') return countOpenAt(records, groupScope, [to, today].toSorted()[0] ?? today)
      const { numerator, denominator } = countAgain(name, records, groupScope, today)
      return { numerator: numerator.length, denominator: denominator.length }
    })
    const shown = ({ metric, dimension, group, from, numerator, denominator, value, records: list }: MetricValue) => ({
      metric,
      dimension,
      group,
      from,
      numerator,
      denominator,
      share: isShareOf(metric) ? value : null,
      hasList: list !== null,
    })
    expect(some.map(shown)).toEqual(
      some.map(({ metric, from, to, group }, index) => {
        const { numerator = 0, denominator = 0 } = counted[index] ?? {}
        const isShare = isShareOf(metric) && denominator > 0
        const hasList = metric !== 'overdue_reviews' || (from <= today && today <= to)
        const share = isShare ? Number((numerator / denominator).toFixed(4)) : null
        return { metric, dimension: by, group, from, numerator, denominator, share, hasList }
      }),
    )
    // Some of these records are completed after today, which the list of overdue reviews does not know.
    const linked = known.filter(({ metric }) => metric !== 'overdue_reviews')
    for (const { metric, numerator, records: list } of linked.filter((_, index) => index % 61 === 0)) {
      expect([metric, (await openList(database, list ?? '', zone)).total]).toEqual([metric, numerator])
    }
    const second = await listMetricValues(
      contextOn(database, zone),
      { ...query, page: 2, limit: 7 },
      'https://h.example',
    )
    expect(second).toEqual({ rows: rows.slice(7, 14), total })
  })

  test.each(ownScopes)('link to the records that they count: %o', async (scope) => {
    const { metrics } = await readInsights(scope)
    for (const { name, numerator, denominator, ...metric } of metrics) {
      const second = countAgain(name, records, scope, today)
      const counted = await openList(database, metric.list, zone)
      const all = await openList(database, metric.denominator_list, zone)
      expect([name, counted.total, all.total]).toEqual([name, numerator, denominator])
      if (counted.total <= 100) expect(counted.ids.toSorted()).toEqual(second.numerator.toSorted())
      if (all.total <= 100) expect(all.ids.toSorted()).toEqual(second.denominator.toSorted())
    }
  })

  test.each(ownScopes)(
    'have open reviews by age and reviewer that match a separate count and their lists: %o',
    async (scope) => {
      const { open_reviews: open } = await readInsights(scope)
      const again = openAgain(records, scope)
      const countDaysOverdue = ({ dueOn }: { dueOn: string | null }) =>
        dueOn === null ? null : countDaysBetween(dueOn, today)
      expect(open.total.count).toBe(again.length)
      for (const { age, count, list } of open.by_age) {
        const [from, to] = age === 'no_due_date' ? [null, null] : reviewAges[age]
        const found = again.filter((review) => {
          const days = countDaysOverdue(review)
          return days === null
            ? age === 'no_due_date'
            : age !== 'no_due_date' && days >= (from ?? days) && days <= (to ?? days)
        })
        expect([age, count, (await openList(database, list, zone)).total]).toEqual([age, found.length, found.length])
      }
      const reviewers = new Set(again.map(({ reviewer }) => reviewer))
      expect([open.by_reviewer.total, open.by_reviewer.groups.length]).toEqual([
        reviewers.size,
        Math.min(reviewers.size, 10),
      ])
      for (const { reviewer, open: all, overdue } of open.by_reviewer.groups) {
        const own = again.filter((review) => review.reviewer === reviewer)
        const late = own.filter((review) => (countDaysOverdue(review) ?? 0) > 0)
        expect([reviewer, all.count, overdue.count]).toEqual([reviewer, own.length, late.length])
        expect((await openList(database, all.list, zone)).total).toBe(own.length)
        expect((await openList(database, overdue.list, zone)).total).toBe(late.length)
      }
    },
  )

  test('a review counts as in time by the completion that its reason names', async () => {
    const query = recordsContract.query.parse({ from: '2024-07-10', to: '2025-08-20', limit: '100' })
    const { rows } = await listMetricRecords(contextOn(database, zone), 'reviews_in_time', query)
    expect(rows.length).toBeGreaterThan(5)
    for (const { id, why } of rows) {
      const review = records.changes.find(({ number }) => number === id)?.review
      expect([id, why]).toEqual([id, `Completed ${review && getDayInZone(findFirstCompletion(review) ?? '', zone)}`])
    }
  })

  test.each(ownScopes.slice(1, 6))('link each bar to its records: %o', async (scope) => {
    const insights = await readInsights(scope, 'quarter')
    const groups = [
      ...insights.outcomes_over_time,
      ...[insights.by_team, insights.by_type, insights.by_service].flatMap((one) => one.groups),
    ]
    const bars = [
      ...groups.map(({ list, changes: count }) => ({ list, count })),
      ...groups.map(({ with_outcome: withOutcome }) => withOutcome),
      ...groups.flatMap(({ outcomes }) => outcomes),
      ...insights.days_over_time.map(({ list, reviews: count }) => ({ list, count })),
    ]
    for (const { list, count } of bars)
      expect([list, (await openList(database, list, zone)).total]).toEqual([list, count])
  })

  const computeCoverage = (scope: CountedScope) =>
    1 - leaveOut(records, scope).count / Math.max(endedIn(records, scope).length, 1)
  const coverageDiffers = (one: CountedScope, other: CountedScope) =>
    Math.abs(computeCoverage(one) - computeCoverage(other))

  function again({ name, unit }: Insights['metrics'][number], scope: CountedScope) {
    const { numerator, denominator, median } = countAgain(name, records, scope, today)
    const share = denominator.length === 0 ? null : numerator.length / denominator.length
    const lived = { from: scope.from, to: [scope.to, today].toSorted()[0] ?? today }
    const perWeek = lived.from > today ? null : (7 * numerator.length) / countDays(lived)
    const value = { count: numerator.length, days: median, hours: median, per_week: perWeek, share }[unit]
    return { value: rounded(value), numerator: numerator.length, denominator: denominator.length }
  }
})

const isShareOf = (name: MetricName) => metricDefinitions[name].unit === 'share'

/** Allows for rounding in the response. */
const rounded = (value: number | null) => (value === null ? null : expect.closeTo(value, 2))

const pickNumbers = ({ value, numerator, denominator }: Insights['metrics'][number]) => ({
  value,
  numerator,
  denominator,
})

test('the target of a key figure is judged by its limit, and removed again', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  setTestRuntime(database)
  onTestFinished(() => setRuntime(undefined))
  await insertChange(database.db, 'CHG1', { actualEnd: '2025-11-01T00:00:00.000Z', pirOutcome: 'failed' })
  const ctx = testContext(database.db, testPerson('manager'), new Date(`${today}T15:00:00Z`))
  const readFigure = async (name: string) => {
    const { key_figures: figures } = await getInsights(ctx, contract.query.parse({}))
    const figure = figures.find((one) => one.name === name)
    return [figure?.target, figure?.is_met]
  }
  await setMetricTarget(ctx, 'change_failure_rate', 0.05)
  await setMetricTarget(ctx, 'changes_with_outcome', 0.9)
  await setMetricTarget(ctx, 'reviews_in_time', 0.9)
  expect(await readFigure('change_failure_rate')).toEqual([0.05, false])
  expect(await readFigure('changes_with_outcome')).toEqual([0.9, true])
  expect(await readFigure('reviews_in_time')).toEqual([0.9, null])

  // 1 of 4 changes failed and 2 wait for their review: finally the rate is from 1 to 3 of 4.
  await insertChange(database.db, 'CHG2', { actualEnd: '2025-11-01T00:00:00.000Z', pirOutcome: 'successful' })
  for (const number of ['CHG3', 'CHG4']) {
    await insertOwed(database.db, number, {}, { actualEnd: '2025-11-01T00:00:00.000Z' })
    await insertDecision(database.db, number, { decidedAt: ctx.now.toISOString() })
  }
  for (const [target, isMet] of [
    [0.2, false],
    [0.25, null],
    [0.6, null],
    [0.75, true],
  ] as const) {
    await setMetricTarget(ctx, 'change_failure_rate', target)
    expect(await readFigure('change_failure_rate')).toEqual([target, isMet])
  }
  await setMetricTarget(ctx, 'changes_with_outcome', 0.5)
  expect(await readFigure('changes_with_outcome')).toEqual([0.5, true])

  await setMetricTarget(ctx, 'change_failure_rate', null)
  expect(await readFigure('change_failure_rate')).toEqual([null, null])
  for (const [name, target] of [
    ['change_failure_rate', 1.5],
    ['overdue_reviews', 2.5],
  ] as const) {
    await expect(setMetricTarget(ctx, name, target)).rejects.toMatchObject({ code: 'invalid_parameter' })
  }
})

describe('edge cases', () => {
  const database = provideTestDatabase()
  beforeAll(async () => {
    await insertChange(database.db, 'CHG1', { actualEnd: '2025-10-31T23:59:59.999Z', pirOutcome: 'failed' })
    await insertChange(database.db, 'CHG2', { actualEnd: '2025-11-01T00:00:00.000Z' })
    await insertChange(database.db, 'CHG3', { actualEnd: '2025-12-01T00:00:00.000Z' })
  })
  const readInsights = (query: Record<string, string>) => getInsights(contextOn(database), contract.query.parse(query))

  test('a metric without records is null, not 0 %', async () => {
    const {
      metrics,
      outcomes_over_time: months,
      days_over_time: days,
    } = await readInsights({ from: '2020-02-01', to: '2020-02-29' })
    for (const { unit, value, numerator, denominator, previous } of metrics) {
      const none = unit === 'count' || unit === 'per_week' ? 0 : null
      expect([value, numerator, denominator]).toEqual([none, 0, 0])
      expect(previous).toEqual(unit === 'count' ? null : { value: none, numerator: 0, denominator: 0 })
    }
    expect(months.map(({ changes, from, to, is_whole: isWhole }) => [changes, from, to, isWhole])).toEqual([
      [0, '2020-02-01', '2020-02-29', true],
    ])
    expect(days).toMatchObject([{ value: null, reviews: 0 }])
  })

  test('rejects a period of more than ten years and one that ends before it starts', async () => {
    await expect(readInsights({ from: '2014-01-01', to: '2025-01-01' })).rejects.toMatchObject({
      code: 'invalid_parameter',
    })
    await expect(readInsights({ from: '1900-01-01' })).rejects.toMatchObject({ code: 'invalid_parameter' })
    expect(contract.query.safeParse({ from: '2025-02-01', to: '2025-01-01' }).success).toBe(false)
    expect(contract.query.safeParse({ to: '9999-12-31' }).success).toBe(false)
  })
})
