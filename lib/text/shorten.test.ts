import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test('cuts a long text, and leaves a short one', () => {
  expect(shorten('Raise the timeout', 17)).toBe('Raise the timeout')
  expect(shorten('Raise the timeout', 10)).toBe('Raise the…')
  expect(shorten('Raise the timeout', 10, '')).toBe('Raise the')
})

test('never cuts a character in two, and is never longer than asked', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
      const short = shorten(text, max)
      expect(short.isWellFormed()).toBe(true)
      expect(short.length).toBeLessThanOrEqual(max)
    }),
  )
  expect(shorten('ab🚀', 3, '')).toBe('ab')
})
