import { describe, expect, it } from 'vitest'
import { median, percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => index + 1)

describe('percentile', () => {
  it.each([
    [hundred, 99, 99],
    [hundred, 50, 50],
    [hundred, 100, 100],
    [[7], 99, 7],
    [[1, 2, 3], 50, 2],
  ])('of %j at %d is %d', (values, percent, expected) => expect(percentile(values, percent)).toBe(expected))

  it('is NaN without values', () => expect(percentile([], 99)).toBeNaN())
})

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9], 9.5],
    [[5], 5],
  ])('of %j is %d', (values, expected) => expect(median(values)).toBe(expected))

  it('is NaN without values', () => expect(median([])).toBeNaN())
})
