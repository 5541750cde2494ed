import { expect, test } from 'vitest'
import { percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test.each([
  [hundred, 99, 99],
  [hundred, 50, 50],
  [hundred, 100, 100],
  [[7], 99, 7],
  [[3, 1, 2], 50, 2],
  [[4, 1, 3, 2], 50, 2],
  [[], 50, Number.NaN],
])('the percentile of %j at %d is %d', (values, percent, expected) => {
  expect(percentile(values, percent)).toBe(expected)
})
