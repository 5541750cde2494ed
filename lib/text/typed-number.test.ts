import { expect, test } from 'vitest'
import { readTypedNumber } from './typed-number.ts'

test('a typed number is read, and what is none stays to be refused', () => {
  expect(['', ' ', '0', ' 2.5', '-3', '1e3'].map(readTypedNumber)).toEqual([null, null, 0, 2.5, -3, 1000])
  expect(['1e400', '2,5', '1,204', 'ten', 'NaN'].map(readTypedNumber)).toEqual(['1e400', '2,5', '1,204', 'ten', 'NaN'])
})
