import { describe, expect, test } from 'vitest'
import { listActionReminders, listReviewReminders, listSignOffReminders } from './reminders.ts'

/** Friday 20 March 2026. */
const due = '2026-03-20'
const review = { reference: 'PIR-2026-0042', status: 'in_progress', reviewer: 'ada@example.org', due_on: due } as const
const action = { id: 'imp_1', status: 'open', target_date: due, recheck_on: null } as const
const summarize = (reminders: ReturnType<typeof listReviewReminders>) =>
  reminders.map(({ kind, to }) => `${kind} to ${to.join(' and ')}`)

describe('listReviewReminders', () => {
  test.each([
    ['three business days before', '2026-03-17', []],
    ['two business days before', '2026-03-18', ['review_reminder to reviewer']],
    ['on the day', '2026-03-20', ['review_reminder to reviewer']],
    ['on the day after', '2026-03-21', ['review_overdue to reviewer']],
    ['four business days late', '2026-03-26', ['review_overdue to reviewer']],
    ['five business days late', '2026-03-27', ['review_overdue to reviewer', 'review_overdue to managers']],
    ['30 days late', '2026-04-19', ['review_overdue to reviewer', 'review_overdue to managers']],
    ['31 days late', '2026-04-20', []],
  ])('%s (%s): %j', (_, today, expected) => {
    expect(summarize(listReviewReminders(review, today))).toEqual(expected)
  })

  test.each([
    ['without a due date', { due_on: null }],
    ['that waits for sign-off', { status: 'awaiting_sign_off' }],
    ['that is completed', { status: 'completed' }],
  ] as const)('sends nothing for one %s', (_, over) => {
    for (const today of ['2026-03-19', '2026-04-01'])
      expect(listReviewReminders({ ...review, ...over }, today)).toEqual([])
  })

  test('notifies managers at once if nobody is assigned', () => {
    const unassigned = { ...review, status: 'not_started', reviewer: null } as const
    expect(listReviewReminders(unassigned, '2026-03-20')).toEqual([])
    expect(summarize(listReviewReminders(unassigned, '2026-03-21'))).toEqual(['review_overdue to managers'])
  })

  test('has a key per record, kind, audience and due date, not per day', () => {
    const listKeys = (over: object, today: string) =>
      listReviewReminders({ ...review, ...over }, today).map(({ onceKey }) => onceKey)
    expect(listKeys({}, '2026-03-21')).toEqual(listKeys({}, '2026-03-25'))
    const keys = [
      ...listKeys({}, '2026-03-19'),
      ...listKeys({}, '2026-03-30'),
      ...listKeys({ due_on: '2026-03-19' }, '2026-03-30'),
      ...listKeys({ reference: 'PIR-2026-0043' }, '2026-03-30'),
    ]
    expect(keys).toHaveLength(7)
    expect(new Set(keys).size).toBe(7)
  })
})

/** The review was submitted on a Wednesday. */
const waiting = { reference: 'PIR-2026-0042', submitted_at: '2026-03-18T16:20:00.000Z' }

test.each([
  ['two business days after', '2026-03-20', 0],
  ['three business days after', '2026-03-23', 1],
  ['30 days after', '2026-04-17', 1],
  ['31 days after', '2026-04-18', 0],
])('listSignOffReminders %s (%s): %i', (_, today, count) => {
  const reminders = listSignOffReminders(waiting, today)
  expect(summarize(reminders)).toEqual(Array(count).fill('sign_off_reminder to signers'))
})

describe('listActionReminders', () => {
  test.each([
    ['four days before', '2026-03-16', []],
    ['three days before', '2026-03-17', ['action_due to owner']],
    ['on the day', '2026-03-20', ['action_due to owner']],
    ['a day late', '2026-03-21', ['action_overdue to owner']],
    ['13 days late', '2026-04-02', ['action_overdue to owner']],
    ['14 days late', '2026-04-03', ['action_overdue to owner', 'action_escalated to managers']],
    ['31 days late', '2026-04-20', []],
  ])('%s (%s): %j', (_, today, expected) => {
    expect(summarize(listActionReminders(action, today))).toEqual(expected)
    expect(summarize(listActionReminders({ ...action, status: 'in_progress' }, today))).toEqual(expected)
  })

  test.each(['done', 'cancelled', 'verified'] as const)('sends nothing about the date of one that is %s', (status) => {
    for (const today of ['2026-03-19', '2026-04-03'])
      expect(listActionReminders({ ...action, status }, today)).toEqual([])
  })

  test.each([
    ['2026-06-30', []],
    ['2026-07-01', ['action_recheck to owner and verifier']],
    ['2026-07-31', ['action_recheck to owner and verifier']],
    ['2026-08-01', []],
  ])('asks on %s whether a verified one still works: %j', (today, expected) => {
    const verified = { ...action, status: 'verified', recheck_on: '2026-07-01' } as const
    expect(summarize(listActionReminders(verified, today))).toEqual(expected)
  })
})
