import { expect, test } from 'vitest'
import { findWeek, formatWeek } from './week.ts'

test.each([
  ['2026-11-23', 0, '2026-11-23', '2026-11-29'],
  ['2026-11-29', 0, '2026-11-23', '2026-11-29'],
  ['2026-11-27', -1, '2026-11-16', '2026-11-22'],
  ['2027-01-01', 0, '2026-12-28', '2027-01-03'],
  ['2024-02-29', 1, '2024-03-04', '2024-03-10'],
])('the week of %s, %d weeks later, is %s to %s', (day, weeks, from, to) => {
  expect(findWeek(day, weeks)).toEqual({ from, to })
})

test.each([
  ['2026-11-27', 'Week 48, 23 Nov to 29 Nov 2026'],
  ['2027-01-01', 'Week 53, 28 Dec 2026 to 3 Jan 2027'],
  ['2027-01-04', 'Week 1, 4 Jan to 10 Jan 2027'],
  ['2024-12-31', 'Week 1, 30 Dec 2024 to 5 Jan 2025'],
])('the label of the week of %s is %s', (day, label) => {
  expect(formatWeek(findWeek(day))).toBe(label)
})
