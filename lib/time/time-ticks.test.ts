import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeTimeTicks } from './time-ticks.ts'

const at = (text: string) => Date.parse(text)
const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(0, 16))

test('a week has ticks at midnight in the zone of the reader', () => {
  const from = at('2026-10-12T19:00Z')
  const to = at('2026-10-15T20:40Z')
  const { times, areDays } = computeTimeTicks(from, to, 2 * 3_600_000, 8)
  expect(iso(times)).toEqual([
    '2026-10-12T22:00',
    '2026-10-13T10:00',
    '2026-10-13T22:00',
    '2026-10-14T10:00',
    '2026-10-14T22:00',
    '2026-10-15T10:00',
  ])
  expect(areDays).toBe(false)
  const week = computeTimeTicks(from, at('2026-10-19T20:40Z'), 0, 8)
  expect(iso(week.times)[0]).toBe('2026-10-13T00:00')
  expect(week).toMatchObject({ areDays: true, times: { length: 7 } })
})

test('ticks are within the scale, ascending, and at most as many as requested', () => {
  const instant = fc.integer({ min: 0, max: at('2100-01-01') })
  fc.assert(
    fc.property(
      instant,
      instant,
      fc.integer({ min: -14, max: 14 }),
      fc.integer({ min: 1, max: 20 }),
      (a, b, zone, max) => {
        const from = Math.min(a, b)
        const to = Math.max(a, b)
        const { times } = computeTimeTicks(from, to, zone * 3_600_000, max)
        expect(times.length).toBeLessThanOrEqual(max)
        expect(times.every((time, index) => time >= from && time <= to && time > (times[index - 1] ?? -1))).toBe(true)
      },
    ),
  )
})
