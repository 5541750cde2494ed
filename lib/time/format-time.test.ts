import { describe, expect, test } from 'vitest'
import { describeZone, formatDay, formatDistance, formatDuration, formatInstant, formatUtc } from './format-time.ts'

const instant = new Date('2026-09-01T22:05:09Z')

test('an instant is formatted in the requested time zone, with its local day', () => {
  expect(formatInstant(instant, 'UTC')).toBe('01 Sep 2026, 22:05')
  expect(formatInstant(instant, 'Asia/Tokyo')).toBe('02 Sep 2026, 07:05')
  expect(formatInstant(instant, 'Asia/Tokyo', 'day')).toBe('02 Sep 2026')
  expect(formatUtc(instant)).toBe('01 Sep 2026, 22:05:09 UTC')
})

test('a time zone is named with its offset at the time', () => {
  expect(describeZone('Europe/Berlin', instant)).toBe('Europe/Berlin (UTC+2)')
  expect(describeZone('Europe/Berlin', new Date('2026-12-01T00:00:00Z'))).toBe('Europe/Berlin (UTC+1)')
  expect(describeZone('UTC', instant)).toBe('UTC')
})

test('a calendar date is the same day everywhere', () => {
  expect(formatDay('2026-03-01')).toBe('01 Mar 2026')
})

describe('distance from now', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  test.each([
    ['2026-03-10T11:59:31Z', 'now'],
    ['2026-03-10T11:59:00Z', '1 minute ago'],
    ['2026-03-10T13:59:59Z', 'in 1 hour'],
    ['2026-03-09T12:00:00Z', '1 day ago'],
    ['2026-01-25T12:00:00Z', '44 days ago'],
    ['2026-03-07T11:00:00Z', '3 days ago'],
    ['2026-03-12T12:00:00Z', 'in 2 days'],
    ['2026-01-01T12:00:00Z', '2 months ago'],
    ['2024-01-01T12:00:00Z', '2 years ago'],
  ])('%s is %s', (at, expected) => {
    expect(formatDistance(new Date(at), now)).toBe(expected)
  })
})

test.each([
  [0, '0 min'],
  [59.6, '1 h'],
  [95, '1 h 35 min'],
  [1440, '1 d'],
  [3130, '2 d 4 h'],
])('%d minutes are %s', (minutes, expected) => {
  expect(formatDuration(minutes)).toBe(expected)
})
