import { expect, test } from 'vitest'
import { addBusinessDays, getDueStart } from './business-days.ts'

/** Of 2026: 10 March is a Tuesday; Good Friday is 3 April and Easter Monday 6 April. */
const easter = new Set(['2026-04-03', '2026-04-06'])

test.each([
  ['the next day', '2026-03-10', 1, '2026-03-11'],
  ['over a weekend', '2026-03-13', 1, '2026-03-16'],
  ['from a Saturday the Monday is the first', '2026-03-14', 1, '2026-03-16'],
  ['from a Sunday too', '2026-03-15', 1, '2026-03-16'],
  ['5 are a week', '2026-03-10', 5, '2026-03-17'],
  ['10 are two weeks', '2026-03-10', 10, '2026-03-24'],
  ['10 over Easter are two days more', '2026-03-31', 10, '2026-04-16'],
  ['a holiday on which it would be due', '2026-04-02', 1, '2026-04-07'],
  ['from a holiday', '2026-04-03', 1, '2026-04-07'],
  ['over the end of a year', '2026-12-30', 2, '2027-01-01'],
  ['over the 29th of February', '2028-02-28', 2, '2028-03-01'],
  ['none on a business day', '2026-03-10', 0, '2026-03-10'],
  ['none on a weekend', '2026-03-14', 0, '2026-03-16'],
])('business days after a day %s', (_, day, count, due) => {
  expect(addBusinessDays(day, count, easter)).toBe(due)
})

test.each([
  ['the day the change ended, in UTC', '2026-03-09T23:30:00.000Z', '2026-03-09'],
  ['the same, however long ago', '2025-11-02T04:00:00.000Z', '2025-11-02'],
  ['the day of the decision if the end is unknown', null, '2026-03-12'],
  ['the day of the decision if the end is in the future', '2026-03-13T00:00:00.000Z', '2026-03-12'],
])('counted from %s', (_, endedAt, day) => {
  expect(getDueStart(endedAt, '2026-03-12T08:00:00.000Z')).toBe(day)
})

test('counts from the day of the end in the time zone of the organisation', () => {
  const ended = '2026-03-09T23:30:00.000Z'
  expect(getDueStart(ended, '2026-03-12T08:00:00.000Z', 'Europe/Copenhagen')).toBe('2026-03-10')
  expect(getDueStart(ended, '2026-03-12T08:00:00.000Z', 'America/New_York')).toBe('2026-03-09')
})
