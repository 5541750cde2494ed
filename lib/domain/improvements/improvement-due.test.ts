import { expect, test } from 'vitest'
import { addDaysTo, countDaysBetween } from './improvement-due.ts'

test('counts days across the end of summer time and a leap day', () => {
  expect(countDaysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(countDaysBetween('2028-03-01', '2028-02-28')).toBe(-2)
  expect(addDaysTo('2028-02-28', 2)).toBe('2028-03-01')
})
