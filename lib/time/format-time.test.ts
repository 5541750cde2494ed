import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  describeZone,
  formatDay,
  formatDistance,
  formatInstant,
  formatUtc,
  readDay,
  readMoment,
} from './format-time.ts'

const instant = new Date('2026-09-01T22:05:09Z')

test('an instant is formatted in the requested time zone, with its local day', () => {
  expect(formatInstant(instant, 'UTC')).toBe('1 Sep 2026, 22:05')
  expect(formatInstant(instant, 'Asia/Tokyo')).toBe('2 Sep 2026, 07:05')
  expect(formatInstant(instant, 'Asia/Tokyo', 'day')).toBe('2 Sep 2026')
  expect(formatUtc(instant)).toBe('1 Sep 2026, 22:05:09 UTC')
})

test('a time zone is named with its offset at the time', () => {
  expect(describeZone('Europe/Berlin', instant)).toBe('Europe/Berlin (UTC+2)')
  expect(describeZone('Europe/Berlin', new Date('2026-12-01T00:00:00Z'))).toBe('Europe/Berlin (UTC+1)')
  expect(describeZone('America/St_Johns', instant)).toBe('America/St_Johns (UTC-2:30)')
  expect(describeZone('UTC', instant)).toBe('UTC')
})

test.each([
  ['2 Nov 2026', '2026-11-02'],
  [' 02 november 2026 ', '2026-11-02'],
  ['2. Sept. 2026', '2026-09-02'],
  ['2.11.2026', '2026-11-02'],
  ['2026-11-02', '2026-11-02'],
  ['29 Feb 2028', '2028-02-29'],
])('the day %j is %s', (text, day) => {
  expect(readDay(text)).toBe(day)
  expect(readDay(formatDay(day))).toBe(day)
})

test.each([
  '',
  'Nov 2026',
  '29 Feb 2026',
  '31 Nov 2026',
  '11/02/2026',
  '2 Nov 26',
  '2 Nob 2026',
  '2.13.2026',
  '2026-11-2',
])('the text %j is no day', (text) => {
  expect(readDay(text)).toBeUndefined()
})

describe('a written moment', () => {
  test.each([
    ['2 Nov 2026, 07:05', 'Europe/Berlin', '2026-11-02T06:05:00.000Z'],
    ['2026-11-02T07:05', 'Asia/Kolkata', '2026-11-02T01:35:00.000Z'],
    ['02 Nov 2026 7:05', 'America/New_York', '2026-11-02T12:05:00.000Z'],
    ['25 Oct 2026, 02:30 (UTC+1)', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  ])('%j in %s is %s', (text, zone, at) => {
    expect(readMoment(text, zone)).toMatchObject({ at })
  })

  test('is the first of two, and names the other', () => {
    const [at, twin] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'] as const
    expect(readMoment('25 Oct 2026, 02:30', 'Europe/Berlin')).toEqual({ at, twin })
    expect(readMoment('25 Oct 2026, 02:30 UTC+1', 'Europe/Berlin')).toEqual({ at: twin, twin: at })
    expect(formatInstant(new Date(twin), 'Europe/Berlin')).toBe('25 Oct 2026, 02:30 (UTC+1)')
  })

  test.each([
    ['29 Mar 2026, 02:30', 'The clocks of Europe/Berlin skip 02:30 on 29 Mar 2026. Write the time that they showed.'],
    ['2 Nov 2026, 02:30 UTC+2', 'On 2 Nov 2026, 02:30 is UTC+1 in Europe/Berlin, not UTC+2.'],
    ['2 Nov 2026', 'Write day and time, such as 2 Nov 2026, 07:05.'],
    ['2 Nov 2026, 24:00', 'Write day and time, such as 2 Nov 2026, 07:05.'],
    ['2 Nov 0202, 07:05', 'Write day and time, such as 2 Nov 2026, 07:05.'],
  ])('%j is refused', (text, fault) => {
    expect(readMoment(text, 'Europe/Berlin')).toEqual({ fault })
  })

  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
  const minute = 60_000
  /** Half of them near the changes of the clocks of Europe and America. */
  const instants = fc.oneof(
    fc.integer({ min: Date.UTC(1975, 0) / minute, max: Date.UTC(2040, 0) / minute }),
    fc
      .tuple(
        fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-25', '2026-11-01'),
        fc.integer({ min: -2880, max: 2880 }),
      )
      .map(([day, distance]) => Date.parse(day) / minute + distance),
  )

  test('what is written of any instant in any zone is read as that instant', () => {
    fc.assert(
      fc.property(zones, instants, (zone, minutes) => {
        const at = new Date(minutes * minute)
        expect(readMoment(formatInstant(at, zone), zone)).toMatchObject({ at: at.toISOString() })
        const own = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(at)
        expect(formatInstant(at, zone).split(', ')[1]?.slice(0, 5)).toBe(own)
      }),
      { numRuns: 1000 },
    )
  })
})

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
])('distance from now %s is %s', (at, expected) => {
  expect(formatDistance(new Date(at), now)).toBe(expected)
})
