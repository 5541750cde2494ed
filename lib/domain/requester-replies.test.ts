import { expect, test } from 'vitest'
import { mayBeAsked, mayReply } from './requester-replies.ts'

const parts = {
  requester: 'Ada@x.org',
  askedBy: 'noor@x.org',
  reviewer: 'callum@x.org',
  implementer: { assigned_to: 'tomas@x.org' },
}
const unresolved = { ...parts, implementer: { assigned_to: 'Tomas Lind' } }

test.each([
  ['ada@x.org', true],
  ['someone@x.org', true],
  ['NOOR@x.org', false],
  ['Callum@x.org', false],
  ['Tomas@x.org', false],
])('a session of %s may reply: %s', (email, expected) => {
  expect(mayReply({ email }, parts)).toBe(expected)
})

test('if the implementer is unknown, only the requester may reply signed in', () => {
  expect(mayReply({ email: 'ada@x.org' }, unresolved)).toBe(true)
  expect(mayReply({ email: 'someone@x.org' }, unresolved)).toBe(false)
  expect(mayReply({ email: 'tomas@x.org', name: 'Tomas Lind' }, unresolved)).toBe(false)
})

test.each([
  ['ada@x.org', true],
  ['Noor@x.org', false],
  ['callum@x.org', false],
  ['tomas@x.org', false],
])('%s may be asked: %s', (requester, expected) => {
  expect(mayBeAsked({ ...parts, requester })).toBe(expected)
})
