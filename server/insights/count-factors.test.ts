import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countFactors as contract } from '#lib/contracts/app/metrics.ts'
import { listQueue as queueContract } from '#lib/contracts/app/queue.ts'
import { changeTypes } from '#lib/contracts/changes.ts'
import { factorHref } from '#lib/domain/metrics/metric-lists.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { henrike, insertOwed } from '#server/reviews/testing.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { countFactors, listRepeatedFactors } from './count-factors.ts'

const database = provideTestDatabase()
const ctx = () => testContext(database.db, henrike, new Date('2026-12-01T10:00:00Z'))
const services = ['payments', 'mail', 'dns, "old"']
const drawn = fc.sample(
  fc.record({
    factors: fc.uniqueArray(fc.constantFrom('Test', 'Plan', "Driver's tool"), { maxLength: 3 }),
    affectedServices: fc.uniqueArray(fc.constantFrom(...services), { maxLength: 3 }),
    day: fc.constantFrom('2025-11-30', '2025-12-31', '2026-01-01', '2026-03-31', '2026-04-01', '2026-11-30'),
    type: fc.constantFrom(...changeTypes),
    isCompleted: fc.integer({ min: 0, max: 4 }).map((value) => value > 0),
  }),
  { numRuns: 120, seed: 43 },
)

const quarterOf = (day: string) =>
  `${day.slice(0, 4)}-${['01', '04', '07', '10'][Math.floor((Number(day.slice(5, 7)) - 1) / 3)]}-01`
const isInPeriod = (day: string) => day >= '2025-12-01' && day <= '2026-11-30'

test('factors are counted by quarter and service as a recount does, and lists show the same changes', async () => {
  for (const [index, { factors, affectedServices, day, type, isCompleted }] of drawn.entries()) {
    const review = { factors, status: isCompleted ? 'completed' : 'in_progress' } as const
    await insertOwed(database.db, `CHG-${index}`, review, {
      affectedServices,
      type,
      pirDate: day,
      pirCompleted: isCompleted,
    })
  }
  for (const filter of [{}, { service: 'dns, "old"' }, { type: 'emergency' as const }]) {
    const counted = drawn.filter(
      ({ isCompleted, day, type, affectedServices }) =>
        isCompleted &&
        isInPeriod(day) &&
        (filter.type === undefined || type === filter.type) &&
        (filter.service === undefined || affectedServices.includes(filter.service)),
    )
    const found = await countFactors(ctx(), contract.query.parse({ from: '2025-12-01', to: '2026-11-30', ...filter }))
    const recount = (keysOf: (change: (typeof drawn)[number]) => readonly string[]) => {
      const keys = counted.flatMap((change) =>
        change.factors.flatMap((factor) => keysOf(change).map((key) => JSON.stringify([factor, key]))),
      )
      return Map.groupBy(keys, (key) => key)
    }
    const byQuarter = recount(({ day }) => [quarterOf(day)])
    expect(found.by_quarter).toHaveLength(byQuarter.size)
    for (const { factor, quarter, changes } of found.by_quarter)
      expect(changes).toBe(byQuarter.get(JSON.stringify([factor, quarter]))?.length)
    const byService = recount(({ affectedServices }) => affectedServices)
    expect(found.by_service).toHaveLength(byService.size)
    for (const { factor, service, changes } of found.by_service) {
      expect(changes).toBe(byService.get(JSON.stringify([factor, service]))?.length)
      const list = new URL(factorHref(factor, found.period, { ...filter, alsoAffects: service }), 'http://localhost')
      const query = queueContract.query.parse({ query: list.searchParams.get('query') })
      expect((await listQueue(ctx(), query)).total).toBe(changes)
    }
  }
})

test('a factor that contributed twice in a year on a service is named when a change of it is planned', async () => {
  await insertOwed(database.db, 'CHG-PLANNED', {}, { affectedServices: ['payments'] })
  const { rows } = await listRepeatedFactors(ctx(), 'CHG-PLANNED')
  const since = drawn.filter(
    ({ isCompleted, day, affectedServices }) =>
      isCompleted && day >= '2025-12-01' && affectedServices.includes('payments'),
  )
  const recount = [
    ...Map.groupBy(
      since.flatMap(({ factors }) => factors),
      (factor) => factor,
    ),
  ]
    .map(([factor, { length: changes }]) => ({ factor, service: 'payments', changes }))
    .filter(({ changes }) => changes > 1)
  expect(recount.length).toBeGreaterThan(1)
  expect(new Set(rows)).toEqual(new Set(recount))
  await insertOwed(database.db, 'CHG-ELSEWHERE', {}, { affectedServices: ['vpn'] })
  expect((await listRepeatedFactors(ctx(), 'CHG-ELSEWHERE')).rows).toEqual([])
})
