import { expect, test } from 'vitest'
import { foldForSorting } from './fold-for-sorting.ts'

test.each([
  ['Åsa Ek', 'asa ek'],
  ['  Éric\t Zola ', 'eric zola'],
  ['Strauß', 'strauss'],
  ['İpek', 'ipek'],
  ['李雷', '李雷'],
  ['ꩃ', 'ꩃ'],
])('%s sorts as %s', (name, key) => {
  expect(foldForSorting(name)).toBe(key)
})
