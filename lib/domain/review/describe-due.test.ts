import { expect, test } from 'vitest'
import { describeDue } from './describe-due.ts'

test.each([
  ['2026-03-09', -1, { note: '1 d overdue', isOverdue: true, isThisYear: true }],
  ['2025-01-01', -433, { note: '433 d overdue', isOverdue: true, isThisYear: false }],
  ['2022-03-10', -1461, { note: '1,461 d overdue', isOverdue: true, isThisYear: false }],
  ['2026-03-10', 0, { note: 'today', isOverdue: false, isThisYear: true }],
  ['2026-03-17', 7, { note: 'in 7 d', isOverdue: false, isThisYear: true }],
  ['2026-03-18', 8, { note: null, isOverdue: false, isThisYear: true }],
  ['2027-01-02', 298, { note: null, isOverdue: false, isThisYear: false }],
  ['2026-03-01', null, { note: null, isOverdue: false, isThisYear: false }],
] as const)('describes %s with %s days left', (day, daysLeft, words) => {
  expect(describeDue(day, daysLeft)).toEqual(words)
})
