import { expect, test } from 'vitest'
import { listPageNumbers } from './page-window.ts'

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 25, [1, 2, null, 25]],
  [12, 25, [1, null, 11, 12, 13, null, 25]],
  [25, 25, [1, null, 24, 25]],
  [99, 25, [1, null, 25]],
])('page %i of %i', (page, last, expected) => {
  expect(listPageNumbers(page, last)).toEqual(expected)
})
