import { expect, test } from 'vitest'
import { addBusinessDays, createCalendar, getWorkdayOnOrBefore, type Slot, toIso } from './calendar.ts'

const at = (iso: string) => Date.parse(iso)

test.each([
  ['2026-11-20T18:45:12.345Z', { weeksAgo: 1, day: 'sat', at: '22:00', minutes: 60 }, '2026-11-14T22:00:00.000Z'],
  ['2026-11-22T00:00:00.000Z', { weeksAgo: 1, day: 'sun', at: '05:30', minutes: 60 }, '2026-11-15T05:30:00.000Z'],
  ['2026-11-23T00:00:00.000Z', { weeksAgo: 0, day: 'mon', at: '00:00', minutes: 60 }, '2026-11-23T00:00:00.000Z'],
  ['2027-01-01T12:00:00.000Z', { weeksAgo: -2, day: 'tue', at: '09:15', minutes: 60 }, '2027-01-12T09:15:00.000Z'],
  ['2028-02-29T23:59:59.999Z', { daysAgo: 1, at: '21:00', minutes: 60 }, '2028-02-28T21:00:00.000Z'],
] satisfies [string, Slot, string][])('on %s the slot %j starts at %s', (now, slot, expected) => {
  expect(toIso(createCalendar(new Date(now)).getStart(slot))).toBe(expected)
})

test.each([
  ['2026-11-20T15:00:00.000Z', 0, '2026-11-20'],
  ['2026-11-20T15:00:00.000Z', 1, '2026-11-23'],
  ['2026-11-21T15:00:00.000Z', 1, '2026-11-23'],
  ['2026-11-18T15:00:00.000Z', 10, '2026-12-02'],
])('%s and %i working days is %s', (start, count, expected) => {
  expect(toIso(addBusinessDays(at(start), count)).slice(0, 10)).toBe(expected)
})

test('moves from a weekend back to Friday, and not from a working day', () => {
  expect(toIso(getWorkdayOnOrBefore(at('2026-11-22T10:00:00.000Z')))).toBe('2026-11-20T00:00:00.000Z')
  expect(toIso(getWorkdayOnOrBefore(at('2026-11-19T10:00:00.000Z')))).toBe('2026-11-19T00:00:00.000Z')
})
