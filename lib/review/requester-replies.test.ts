import { expect, test } from 'vitest'
import type { RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import { mayBeAsked, mayReply, toReplyEvidence } from './requester-replies.ts'

const parts = {
  requester: 'Ada@x.org',
  askedBy: 'noor@x.org',
  reviewer: 'callum@x.org',
  implementer: { assigned_to: 'tomas@x.org' },
}

test.each([
  ['ada@x.org', true],
  ['someone@x.org', true],
  ['NOOR@x.org', false],
  ['Callum@x.org', false],
  ['Tomas@x.org', false],
])('a session of %s may reply: %s', (email, expected) => {
  expect(mayReply({ email }, parts)).toBe(expected)
})

test.each([
  ['ada@x.org', true],
  ['Noor@x.org', false],
  ['callum@x.org', false],
  ['tomas@x.org', false],
])('%s may be asked: %s', (requester, expected) => {
  expect(mayBeAsked({ ...parts, requester })).toBe(expected)
})

test('replies are evidence that suggests no outcome, newest first', () => {
  const createQuestion = (id: string, more: Partial<RequesterQuestion>): RequesterQuestion => ({
    id,
    reference: 'PIR-2026-0042',
    requester: 'ada@x.org',
    requester_name: 'Ada',
    question: 'Did it work?',
    kind: 'requester',
    checks: [],
    asked_by_name: 'Noor Haddad',
    asked_at: '2026-03-09T13:20:00.000Z',
    expires_at: '2026-03-23T13:20:00.000Z',
    answer: null,
    remark: null,
    answered_at: null,
    answered_through: null,
    ...more,
  })
  const evidence = toReplyEvidence([
    createQuestion('q1', {}),
    createQuestion('q2', { answer: 'yes', answered_at: '2026-03-10T09:00:00.000Z' }),
    createQuestion('q3', { answer: 'partly', remark: 'Reports were slow.', answered_at: '2026-03-11T09:00:00.000Z' }),
  ])
  expect(evidence.map(({ entry, text, allows }) => [entry, text, allows])).toEqual([
    ['q3', 'It worked in part: “Reports were slow.”', null],
    ['q2', 'It worked.', null],
  ])
})
