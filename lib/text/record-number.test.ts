import { expect, test } from 'vitest'
import { numberKey, removeLeadingWord } from './record-number.ts'

test.each(['CHG0001', 'chg0001', 'Change CHG0001', 'change request: Chg0001', 'Change #CHG0001'])(
  '%s is the number CHG0001',
  (text) => {
    expect(numberKey(text)).toBe('chg0001')
  },
)

test.each(['Change freeze', 'change-1', 'CHG 4711', 'Change 1 of 2', 'Exchange 7'])(
  '%s has no leading word',
  (text) => {
    expect(removeLeadingWord(text)).toBe(text)
  },
)
