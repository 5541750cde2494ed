import { describe, expect, test } from 'vitest'
import { median, percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => index + 1)

describe('percentile', () => {
  test.each([
    [hundred, 99, 99],
    [hundred, 50, 50],
    [hundred, 100, 100],
    [[7], 99, 7],
    [[1, 2, 3], 50, 2],
  ])('of %j at %d is %d', (values, percent, expected) => expect(percentile(values, percent)).toBe(expected))

  test('is NaN without values', () => expect(percentile([], 99)).toBeNaN())
})

describe('median', () => {
  test.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9], 9.5],
    [[5], 5],
  ])('of %j is %d', (values, expected) => expect(median(values)).toBe(expected))

  test('is NaN without values', () => expect(median([])).toBeNaN())
})
