import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('returns the same numbers for a seed in every release', () => {
  const random = createRandom('fixed')
  const drawn = [random.between(1, 100), random.between(1, 100), random.pick(['a', 'b', 'c']), random.between(1, 100)]
  expect(drawn).toEqual([55, 73, 'a', 42])
})

test('reaches both ends of a range and nothing beyond', () => {
  const random = createRandom('range')
  const drawn = new Set(Array.from({ length: 500 }, () => random.between(3, 6)))
  expect([...drawn].toSorted()).toEqual([3, 4, 5, 6])
})

test('shuffles without losing or duplicating items', () => {
  const items = Array.from({ length: 40 }, (_, index) => index)
  const shuffled = createRandom('shuffle').shuffle(items)
  expect(shuffled).not.toEqual(items)
  expect(shuffled.toSorted((one, other) => one - other)).toEqual(items)
})
