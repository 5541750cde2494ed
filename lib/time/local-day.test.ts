import { expect, test } from 'vitest'
import { addMonthsTo, getDayInZone, getEndOfDayIn } from './local-day.ts'
import { getStartOfDayIn } from './wall-clock.ts'

test.each([
  ['2026-03-01T23:30:00Z', 'UTC', '2026-03-01'],
  ['2026-03-01T23:30:00Z', 'Europe/Berlin', '2026-03-02'],
  ['2026-03-01T03:30:00Z', 'America/New_York', '2026-02-28'],
  ['9999-12-31T23:30:00Z', 'Europe/Berlin', '10000-01-01'],
])('%s in %s is %s', (instant, zone, day) => {
  expect(getDayInZone(instant, zone)).toBe(day)
})

test.each([
  ['Europe/Berlin', '2026-03-01', '2026-02-28T23:00:00.000Z', '2026-03-01T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Asia/Kolkata', '2026-12-31', '2026-12-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
])('%s: %s lasts from %s to %s', (zone, day, start, end) => {
  expect([getStartOfDayIn(day, zone), getEndOfDayIn(day, zone)]).toEqual([start, end])
  expect(getDayInZone(start, zone)).toBe(day)
})

test.each([
  ['2026-01-31', '2026-02-28'],
  ['2026-03-31', '2026-04-30'],
  ['2026-12-15', '2027-01-15'],
])('a month after %s is %s', (day, later) => {
  expect(addMonthsTo(day, 1)).toBe(later)
})
