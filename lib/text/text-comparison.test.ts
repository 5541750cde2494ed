import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareCodePoints, foldCase } from './text-comparison.ts'

test('compareCodePoints sorts like the bytes of UTF-8', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'Z', 'é', '\uD7FF', '\uE000', '\uFFFD', '😀', '𝒳') })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['CHG', 'chg'],
  ['É', 'é'],
  ['ẞ', 'ß'],
  ['ΟΔΟΣ', 'οδος'],
  ['İ', 'i\u0307'],
])('foldCase folds %s to %s', (text, folded) => {
  expect(foldCase(text)).toBe(folded)
})
