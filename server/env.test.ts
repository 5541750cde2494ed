import { expect, it } from 'vitest'
import { poolSizeFor, readEnv } from './env.ts'

it.each([
  [1, 10],
  [2, 10],
  [4, 16],
  [64, 40],
])('a machine of %i processors gets %i connections to the database', (processors, connections) => {
  expect(poolSizeFor(processors)).toBe(connections)
})

it('takes the number of connections that is asked for', () => {
  expect(readEnv({ HINDSIGHT_POOL_SIZE: '3' }).poolSize).toBe(3)
  expect(() => readEnv({ HINDSIGHT_POOL_SIZE: '0' })).toThrow(/HINDSIGHT_POOL_SIZE.*at least 1/)
})
