import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('returns the same numbers for the same seed and others for another', () => {
  const run = (seed: string) => {
    const random = createRandom(seed)
    return Array.from({ length: 20 }, () => random.between(0, 1_000_000))
  }
  expect(run('a seed')).toEqual(run('a seed'))
  expect(run('a seed')).not.toEqual(run('another seed'))
})

test('returns the same numbers in every release', () => {
  const random = createRandom('fixed')
  expect([
    random.between(1, 100),
    random.between(1, 100),
    random.pick(['a', 'b', 'c']),
    random.between(1, 100),
  ]).toEqual([55, 73, 'a', 42])
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
