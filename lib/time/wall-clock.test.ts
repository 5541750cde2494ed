import { expect, test } from 'vitest'
import { findWallClock } from './wall-clock.ts'

const read = (zone: string, wall: string) => {
  const clock = findWallClock(zone)
  return clock && new Date(clock(Date.parse(`${wall}Z`))).toISOString()
}

test.each([
  ['UTC', '2026-03-29T02:30:00', '2026-03-29T02:30:00.000Z'],
  ['+05:30', '2026-03-29T02:30:00', '2026-03-28T21:00:00.000Z'],
  ['America/New_York', '2026-07-01T00:00:00', '2026-07-01T04:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-01-01T00:00:00', '2025-12-31T13:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00', '2025-12-31T18:15:00.000Z'],
])('%s: %s local time is %s', (zone, wall, utc) => {
  expect(read(zone, wall)).toBe(utc)
})

test('a local time that occurs twice is the first of the two', () => {
  expect(read('Europe/Copenhagen', '2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00.000Z')
  expect(read('Europe/Copenhagen', '2026-10-25T03:00:00')).toBe('2026-10-25T02:00:00.000Z')
})

test('a skipped local time is read with the offset before the change', () => {
  expect(read('Europe/Copenhagen', '2026-03-29T02:30:00')).toBe('2026-03-29T01:30:00.000Z')
  expect(read('Europe/Copenhagen', '2026-03-29T03:00:00')).toBe('2026-03-29T01:00:00.000Z')
})

test.each(['Europe/Atlantis', '+25:00', 'Moon', ''])('there is no zone %j', (zone) => {
  expect(findWallClock(zone)).toBeUndefined()
})
