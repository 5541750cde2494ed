import { expect, test } from 'vitest'
import { joinNames } from './join-names.ts'

test.each([
  [['Ada'], 'and', 'Ada'],
  [['Ada', 'Bo'], 'or', 'Ada or Bo'],
  [['Ada', 'Bo', 'Cy', 'Di'], 'and', 'Ada, Bo, Cy and Di'],
  [['Ada', 'Bo', 'Cy', 'Di', 'Ed'], 'and', 'Ada, Bo, Cy and 2 others'],
] as const)('%j with %s is “%s”', (names, conjunction, expected) => {
  expect(joinNames(names, conjunction)).toBe(expected)
})
