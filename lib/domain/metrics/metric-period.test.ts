import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import {
  countDays,
  formatBucket,
  getPreviousPeriod,
  listPeriodPresets,
  resolvePeriod,
  splitIntoBuckets,
} from './metric-period.ts'

const today = '2026-03-10'

test.each([
  ['no parameter', {}, { from: '2025-04-01', to: today }],
  ['only a last day', { to: '2024-02-29' }, { from: '2023-03-01', to: '2024-02-29' }],
  ['only a first day', { from: '2026-01-15' }, { from: '2026-01-15', to: today }],
  ['a first day in the future', { from: '2026-05-01' }, { from: '2026-05-01', to: '2026-05-01' }],
  ['both', { from: '2025-12-31', to: '2026-01-01' }, { from: '2025-12-31', to: '2026-01-01' }],
])('resolvePeriod %s', (_, requested, expected) => {
  expect(resolvePeriod(requested, today)).toEqual(expected)
})

test('the previous period has as many whole months, else as many days, and ends the day before', () => {
  expect(getPreviousPeriod({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(getPreviousPeriod({ from: '2026-01-01', to: '2026-03-31' })).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(getPreviousPeriod({ from: '2026-03-02', to: '2026-03-31' })).toEqual({ from: '2026-01-31', to: '2026-03-01' })
  expect(getPreviousPeriod({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' })
})

describe('splitIntoBuckets', () => {
  test('truncates months at the ends of the period', () => {
    expect(splitIntoBuckets({ from: '2025-12-15', to: today }, 'month', today)).toEqual([
      { start: '2025-12-01', from: '2025-12-15', to: '2025-12-31', isWhole: false },
      { start: '2026-01-01', from: '2026-01-01', to: '2026-01-31', isWhole: true },
      { start: '2026-02-01', from: '2026-02-01', to: '2026-02-28', isWhole: true },
      { start: '2026-03-01', from: '2026-03-01', to: '2026-03-10', isWhole: false },
    ])
  })

  test('a month that ends today is not complete yet', () => {
    expect(splitIntoBuckets({ from: '2026-03-01', to: '2026-03-31' }, 'month', '2026-03-31')[0]?.isWhole).toBe(false)
    expect(splitIntoBuckets({ from: '2026-03-01', to: '2026-03-31' }, 'month', '2026-04-01')[0]?.isWhole).toBe(true)
  })

  test('quarters start in January, April, July and October', () => {
    const spans = splitIntoBuckets({ from: '2025-11-05', to: '2026-07-01' }, 'quarter', today)
    expect(spans.map(({ start }) => start)).toEqual(['2025-10-01', '2026-01-01', '2026-04-01', '2026-07-01'])
  })

  test('leaves no gaps in any period', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDaysTo('1990-01-01', days))
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 3000 }), fc.constantFrom('month', 'quarter'), (from, days, bucket) => {
        const period = { from, to: addDaysTo(from, days) }
        const spans = splitIntoBuckets(period, bucket, today)
        expect(spans[0]?.from).toBe(period.from)
        expect(spans.at(-1)?.to).toBe(period.to)
        for (const [at, span] of spans.slice(1).entries()) expect(span.from).toBe(addDaysTo(spans[at]?.to ?? '', 1))
        expect(spans.reduce((sum, span) => sum + countDays(span), 0)).toBe(countDays(period))
      }),
    )
  })
})

test('labels months and quarters', () => {
  expect(formatBucket('2026-03-01', 'month')).toBe('Mar 2026')
  expect(formatBucket('2025-10-01', 'quarter')).toBe('Q4 2025')
})

test('preset periods of a day', () => {
  expect(listPeriodPresets(today)).toEqual([
    { label: 'Last 30 days', from: '2026-02-09', to: today },
    { label: 'This quarter', from: '2026-01-01', to: today },
    { label: 'Last quarter', from: '2025-10-01', to: '2025-12-31' },
    { label: 'Last 12 months', from: '2025-04-01', to: today },
  ])
})
