import { expect, test } from 'vitest'
import { NewAccount, Password } from './accounts.ts'

test.each([
  'x'.repeat(12),
  'x'.repeat(64),
  'x'.repeat(256),
  'nur kleine buchstaben',
  '0123 4567 8901',
  'パスワードは長いほうが良い',
  ' ends in a blank ',
])('accepts %j unchanged, whatever its characters', (password) => expect(Password.parse(password)).toBe(password))

test.each(['', 'x'.repeat(11), 'x'.repeat(257)])('rejects %j for its length', (password) => {
  expect(Password.safeParse(password).success).toBe(false)
})

test('has no field for a hint or a secret question', () => {
  expect(Object.keys(NewAccount.shape).toSorted()).toEqual(['email', 'name', 'password', 'role'])
})
