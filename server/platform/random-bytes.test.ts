import { expect, it } from 'vitest'
import { fewRandomBytes, randomDigits } from './random-bytes.ts'

it('gives as many bytes as are asked for, and none of them twice', () => {
  const drawn = Array.from({ length: 2_000 }, () => fewRandomBytes(12))
  expect(drawn.every((bytes) => bytes.length === 12)).toBe(true)
  expect(new Set(drawn.map((bytes) => bytes.toString('hex'))).size).toBe(2_000)
})

it('alters no bytes that it gave before', () => {
  const first = fewRandomBytes(16)
  const seen = first.toString('hex')
  for (let count = 0; count < 1_000; count += 1) fewRandomBytes(16)
  expect(first.toString('hex')).toBe(seen)
})

it('gives as many digits as are asked for, and none of them twice', () => {
  const drawn = Array.from({ length: 2_000 }, (_, index) => randomDigits(index % 2 === 0 ? 32 : 16))
  expect(drawn.every((digits, index) => digits.length === (index % 2 === 0 ? 32 : 16))).toBe(true)
  expect(drawn.join('')).toMatch(/^[0-9a-f]+$/)
  expect(new Set(drawn.map((digits) => digits.slice(0, 16))).size).toBe(2_000)
})
