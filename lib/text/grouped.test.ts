import { expect, test } from 'vitest'
import { groupDigits, groupWithDecimal } from './grouped.ts'

test.each([0, 7, 999, 1000, 12_345, 1_234_567, -1234])('%d is written as Intl does', (number) => {
  expect(groupDigits(number)).toBe(number.toLocaleString('en'))
})

test.each([0, 6.5, 6.96, 1.45, 1234.56, -0.25])('%d has at most one decimal', (number) => {
  expect(groupWithDecimal(number)).toBe((Math.round(number * 10) / 10).toLocaleString('en'))
})
