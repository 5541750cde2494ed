import { describe, expect, test } from 'vitest'
import type { Participation } from '#lib/contracts/app/reviews.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import {
  listImplementersToState,
  type SignOffCase,
  whyNotReopen,
  whyNotSignOff,
  whyNotWaive,
  whyNotWithdraw,
  whyReviewRequiresSignOff,
} from './sign-off.ts'

type Status = SignOffCase['review']['status']

const nobody: Participation = { parts: [], unresolved: [], unstated: [] }
const implementedBy = (person: string): Participation => ({ ...nobody, parts: [{ kind: 'implemented', person }] })
const wrote = { kind: 'wrote' as const, person: 'Writer@x.example' }
const unresolved: Participation = { ...nobody, unresolved: ['Fred Luddy'], unstated: ['Fred Luddy'] }

/** The case with these recorded parts. */
const withParts = (known: SignOffCase, took_part: Participation): SignOffCase => ({
  ...known,
  review: { ...known.review, took_part },
})

const createCase = (email: string, role: Role, status: Status, submittedBy: string | null = 'reviewer@x.example') => ({
  review: {
    status,
    needs_sign_off: true,
    reviewer: 'reviewer@x.example',
    reviewer_name: 'Noor Haddad',
    submitted_by: submittedBy,
    waived: null,
    implementer: null,
    took_part: { ...nobody, parts: [...implementedBy('Implementer@X.example').parts, wrote] },
  },
  person: { email, role },
})

/** Signing off, withdrawing and reopening. */
describe('signing off', () => {
  test.each<[string, string, Role, string | null, RegExp | null]>([
    ['a manager', 'manager@x.example', 'manager', 'reviewer@x.example', null],
    ['an admin', 'admin@x.example', 'admin', 'reviewer@x.example', null],
    ['another reviewer', 'other@x.example', 'reviewer', 'reviewer@x.example', /Only a manager can sign/],
    ['a viewer', 'other@x.example', 'viewer', 'reviewer@x.example', /Only a manager can sign/],
    ['the reviewer, a manager', 'reviewer@x.example', 'manager', 'other@x.example', /You reviewed it/],
    ['the reviewer, spelled otherwise', 'Reviewer@X.example', 'admin', null, /You reviewed it/],
    ['the implementer, a manager', 'implementer@x.example', 'manager', 'reviewer@x.example', /You implemented/],
    ['the submitter, a manager', 'other@x.example', 'manager', 'Other@x.example', /You submitted it/],
    ['who changed an answer', 'writer@x.example', 'manager', 'reviewer@x.example', /You changed or proposed answers/],
  ])('%s', (_, email, role, submittedBy, reason) => {
    const refusal = whyNotSignOff(createCase(email, role, 'awaiting_sign_off', submittedBy))
    if (reason === null) expect(refusal).toBeNull()
    else expect(refusal).toEqual({ code: 'forbidden', text: expect.stringMatching(reason) })
  })

  test('a change without implementer rejects nobody', () => {
    const known = createCase('manager@x.example', 'manager', 'awaiting_sign_off')
    expect(whyNotSignOff(withParts(known, nobody))).toBeNull()
  })
})

test.each<[Status, boolean, boolean, boolean]>([
  ['not_started', false, false, false],
  ['in_progress', false, false, false],
  ['awaiting_sign_off', true, true, false],
  ['completed', false, false, true],
])('a review that is %s: sign-off %s, withdrawal %s, reopening %s', (status, signed, withdrawn, reopened) => {
  const isFree = (refusal: ReturnType<typeof whyNotSignOff>) => refusal?.code !== 'conflict'
  expect([
    isFree(whyNotSignOff(createCase('manager@x.example', 'manager', status))),
    isFree(whyNotWithdraw(createCase('reviewer@x.example', 'reviewer', status))),
    isFree(whyNotReopen(createCase('reviewer@x.example', 'reviewer', status))),
  ]).toEqual([signed, withdrawn, reopened])
})

test.each<[string, Role, boolean, boolean]>([
  ['reviewer@x.example', 'reviewer', true, true],
  ['handed.in@x.example', 'reviewer', true, false],
  ['other@x.example', 'reviewer', false, false],
  ['other@x.example', 'manager', false, true],
  ['other@x.example', 'admin', false, true],
])('%s as %s withdraws %s, reopens %s', (email, role, withdraws, reopens) => {
  const isAllowed = (refusal: ReturnType<typeof whyNotSignOff>) => refusal?.code !== 'forbidden'
  const waiting = createCase(email, role, 'awaiting_sign_off', 'handed.in@x.example')
  expect(isAllowed(whyNotWithdraw(waiting))).toBe(withdraws)
  expect(isAllowed(whyNotReopen(createCase(email, role, 'completed', 'handed.in@x.example')))).toBe(reopens)
})

test('if the implementer is not in the directory, a manager signs off and states who it was', () => {
  const known = withParts(createCase('manager@x.example', 'manager', 'awaiting_sign_off'), unresolved)
  expect(whyNotSignOff(known)).toBeNull()
  expect(listImplementersToState(known.review)).toEqual(['Fred Luddy'])
  const namesake = { ...known, person: { ...known.person, name: 'Fred Luddy' } }
  expect(whyNotSignOff(namesake)?.text).toMatch(/You implemented/)
  const stated = { ...known, review: { ...known.review, implementer: 'manager@x.example' } }
  expect(whyNotSignOff(stated)?.text).toMatch(/You implemented/)
})

describe('waiving', () => {
  const open = createCase('manager@x.example', 'manager', 'in_progress', null)
  const mine = { ...open, review: { ...open.review, reviewer: 'manager@x.example' } }
  const unasked = { ...mine, review: { ...mine.review, needs_sign_off: false } }
  test.each<[string, SignOffCase, RegExp | null]>([
    ['a manager who took no part', open, null],
    ['a reviewer', { ...open, person: { ...open.person, role: 'reviewer' } }, /Only a manager/],
    ['the implementer', withParts(open, implementedBy('manager@x.example')), /You implemented/],
    [
      'who changed an answer',
      { ...open, person: { ...open.person, email: 'writer@x.example' } },
      /changed or proposed answers/,
    ],
    ['its reviewer where a sign-off is required', mine, /You reviewed it, so somebody else has to waive it/],
    ['its reviewer where none is', unasked, null],
    ['its reviewer where the implementer is unknown', withParts(unasked, unresolved), /You reviewed it/],
    ['a completed one', { ...open, review: { ...open.review, status: 'completed' } }, /It is completed/],
  ])('%s', (_, known, reason) => {
    if (reason === null) expect(whyNotWaive(known)).toBeNull()
    else expect(whyNotWaive(known)?.text).toMatch(reason)
  })
})

describe('a sign-off is needed', () => {
  const plain = createCase('other@x.example', 'reviewer', 'in_progress', null)
  const unasked = { ...plain, review: { ...plain.review, needs_sign_off: false } }
  test.each<[string, SignOffCase, RegExp | null]>([
    ['not for the review of somebody else’s work', unasked, null],
    ['not if the record names nobody', withParts(unasked, nobody), null],
    ['if the policy requires it', plain, /policy/],
    ['if the reviewer is the implementer', withParts(unasked, implementedBy('reviewer@x.example')), /reviewer/],
    ['if the implementer completes it', withParts(unasked, implementedBy('other@x.example')), /You/],
    ['if the implementer is unknown', withParts(unasked, unresolved), /“Fred Luddy”/],
    ['not if a manager stated the implementer before', withParts(unasked, { ...unresolved, unstated: [] }), null],
  ])('%s', (_, known, reason) => {
    if (reason === null) expect(whyReviewRequiresSignOff(known)).toBeNull()
    else expect(whyReviewRequiresSignOff(known)).toMatch(reason)
  })
})
