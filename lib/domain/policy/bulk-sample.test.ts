import { expect, test } from 'vitest'
import { drawSample } from './bulk-sample.ts'

const items = (count: number) => Array.from({ length: count }, (_, at) => at)
/** A random source that returns these numbers in turn, then repeats the last one. */
const numbers = (...chosenBy: number[]) => {
  let at = -1
  return () => {
    at = Math.min(at + 1, chosenBy.length - 1)
    return chosenBy[at] ?? 0
  }
}

test.each([
  [0, 0, 0],
  [1, 0.0999, 1],
  [1, 0.1, 0],
  [5, 0.499, 1],
  [5, 0.5, 0],
  [10, 0, 1],
  [10, 0.9999, 1],
  [14, 0.3999, 2],
  [14, 0.41, 1],
  [100, 0.5, 10],
])('the number of selected items of %i with %f: %i', (count, random, expected) => {
  expect(drawSample(items(count), numbers(random))).toHaveLength(expected)
})

test('every item is selected in a tenth of the samples', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const drawn = Array.from({ length: 20_000 }, () => drawSample(items(7), random)).flat()
  for (const item of items(7)) {
    const share = drawn.filter((it) => it === item).length / 20_000
    expect(share).toBeGreaterThan(0.09)
    expect(share).toBeLessThan(0.11)
  }
})
