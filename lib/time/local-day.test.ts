import { afterEach, describe, expect, test, vi } from 'vitest'
import { addToLocalDay, getDayInZone, getEndOfDay, getStartOfDay } from './local-day.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test.each([
  ['2026-03-01T23:30:00Z', 'UTC', '2026-03-01'],
  ['2026-03-01T23:30:00Z', 'Europe/Berlin', '2026-03-02'],
  ['2026-03-01T03:30:00Z', 'America/New_York', '2026-02-28'],
])('%s in %s is %s', (instant, zone, day) => {
  expect(getDayInZone(instant, zone)).toBe(day)
})

describe('a day in the local time zone', () => {
  test.each([
    ['Europe/Berlin', '2026-03-01', '2026-02-28T23:00:00.000Z', '2026-03-01T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Asia/Kolkata', '2026-12-31', '2026-12-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
  ])('%s: %s lasts from %s to %s', (zone, day, start, end) => {
    vi.stubEnv('TZ', zone)
    expect([getStartOfDay(day), getEndOfDay(day)]).toEqual([start, end])
    expect(getDayInZone(start)).toBe(day)
  })
})

test.each([
  ['2026-03-25', { days: 7 }, '2026-04-01'],
  ['2026-03-28', { days: 14 }, '2026-04-11'],
  ['2026-01-31', { months: 1 }, '2026-02-28'],
  ['2026-12-15', { months: 1 }, '2027-01-15'],
])('from %s, %j later is %s, also where the clock changes between', (day, time, later) => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(addToLocalDay(new Date(`${day}T23:30:00`), time)).toBe(later)
})
