import { describe, expect, it } from 'vitest'
import { dayAfter, daysBetween, dueNote } from './improvement-due.ts'

describe('dueNote', () => {
  it.each([
    ['open', '2026-03-09', { isOverdue: true, text: '1 day overdue' }],
    ['in_progress', '2025-01-01', { isOverdue: true, text: '433 days overdue' }],
    ['open', '2022-03-10', { isOverdue: true, text: '1,461 days overdue' }],
    ['open', '2026-03-10', { isOverdue: false, text: 'due today' }],
    ['open', '2026-03-11', { isOverdue: false, text: 'in 1 day' }],
    ['open', '2026-03-17', { isOverdue: false, text: 'in 7 days' }],
    ['open', '2026-03-18', null],
    ['done', '2026-03-01', null],
    ['verified', '2026-03-10', null],
    ['cancelled', '2026-03-01', null],
  ] as const)('one that is %s and due on %s: %j', (status, target_date, note) => {
    expect(dueNote({ status, target_date }, '2026-03-10')).toEqual(note)
  })
})

it('counts days across the end of summer time and a leap day', () => {
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2)
  expect(dayAfter('2028-02-28', 2)).toBe('2028-03-01')
})
