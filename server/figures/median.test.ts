import fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianOf } from './median.ts'

test('the median is that of the sorted values', () => {
  const few = fc.array(fc.integer({ min: 0, max: 9 }).map((tenths) => tenths / 10))
  const many = fc.array(fc.double({ noNaN: true, min: 0, max: 1e6 }), { maxLength: 200 })
  fc.assert(
    fc.property(fc.oneof(few, many), (values) => {
      const sorted = values.toSorted((one, other) => one - other)
      const [low, high] = [sorted[Math.ceil(values.length / 2) - 1], sorted[Math.floor(values.length / 2)]]
      const expected = low === undefined || high === undefined ? null : low + 0.5 * (high - low)
      expect(medianOf(Float64Array.from(values))).toBe(expected)
    }),
    { seed: 7, numRuns: 300 },
  )
})
