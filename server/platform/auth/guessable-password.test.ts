import { expect, test } from 'vitest'
import { assertHardToGuess, contextWords } from './guessable-password.ts'

const person = { email: 'ines.marchetti@hindsight.example', name: 'Inês Duarte' }
const choose = (password: string) => assertHardToGuess(password, person, 'password')

test.each(['1qaz2wsx3edc', 'Password1234', 'PASSWORDPASSWORD', 'unbelievable', '123456789012'])(
  'rejects the leaked password %s in any case',
  (password) =>
    expect(choose(password)).rejects.toMatchObject({ details: [{ issue: expect.stringContaining('leaked') }] }),
)

test.each([...contextWords, 'Hindsight', 'H1nd$ight', 'hind-sight', 'ines.marchetti', 'INES MARCHETTI', 'inêsduarte'])(
  'rejects a password built on %s',
  async (word) => {
    const refusal = { code: 'invalid_parameter', details: [{ field: 'password', in: 'body' }] }
    await expect(choose(`2026 ${word} !xyz`)).rejects.toMatchObject(refusal)
  },
)

test.each([
  'correct horse battery staple',
  'ines likes the rain',
  'sight of the hinds',
  'パスワードは長いほうが良い',
  ' '.repeat(12),
])('accepts %j', (password) => expect(choose(password)).resolves.toBeUndefined())

test('ignores short names', () => {
  const short = { email: 'al@hindsight.example', name: 'Al' }
  return expect(assertHardToGuess('all that glitters', short, 'password')).resolves.toBeUndefined()
})
