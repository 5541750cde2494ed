import { expect, test } from 'vitest'
import { describePage } from './pagination.tsx'

test.each([
  [1, 50, 1204, '1–50 of 1,204 changes'],
  [25, 50, 1204, '1,201–1,204 of 1,204 changes'],
  [26, 50, 1204, 'Past the end of 1,204 changes'],
  [1, 50, 1, '1 change'],
  [2, 50, 1, 'Past the end of 1 change'],
  [1, 50, 0, 'No changes'],
])('page %i of %i entries each, %i in all: %s', (page, size, total, expected) => {
  expect(describePage(page, size, total, ['change', 'changes'])).toBe(expected)
})
