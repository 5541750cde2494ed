import { expect, test } from 'vitest'
import { describeDue } from './describe-due.ts'

test.each([
  [-1, { note: '1 d overdue', isOverdue: true }],
  [-1461, { note: '1,461 d overdue', isOverdue: true }],
  [0, { note: 'today', isOverdue: false }],
  [7, { note: 'in 7 d', isOverdue: false }],
  [8, { note: null, isOverdue: false }],
  [null, { note: null, isOverdue: false }],
] as const)('describes %s days left', (daysLeft, words) => {
  expect(describeDue(daysLeft)).toEqual(words)
})
