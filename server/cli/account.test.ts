import { describe, expect, test } from 'vitest'
import { createAccount, updateAccount } from '#server/platform/auth/account-commands.ts'
import { findAccountByEmail } from '#server/platform/auth/account-queries.ts'
import { isPassword } from '#server/platform/auth/password.ts'
import { findAccountByIdentity, linkIdentity } from '#server/platform/auth/sign-in-with-provider.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { runCommandLine } from './testing-command.ts'

const database = provideTestDatabase()

const run = (args: readonly string[], input = '') =>
  runCommandLine('account', args, { DATABASE_URL: database.url }, input)
const buildFlags = (email: string, role = 'admin') => ['--email', email, '--name', 'Ada Lovelace', '--role', role]

describe('npm run account', () => {
  test('creates a password and prints only it on standard output', async () => {
    const { stdout, stderr, code } = await run(buildFlags('Made@hindsight.example'))
    expect({ stdout, stderr, code }).toEqual({
      stdout: expect.stringMatching(/^[\w-]{24}\n$/),
      stderr: expect.stringContaining('can sign in as admin'),
      code: 0,
    })
    const account = await findAccountByEmail(database.db, 'made@hindsight.example')
    expect(account).toMatchObject({ name: 'Ada Lovelace', role: 'admin' })
    expect(await isPassword(account?.passwordHash ?? null, stdout.trim())).toBe(true)
  })

  test('reports every fault at once, with the usage', async () => {
    const { stdout, stderr, code } = await run(['--email', 'nobody', '--role', 'king', '--password-stdin'], 'short')
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
    expect(stderr).toContain('--email must be an e-mail address')
    expect(stderr).toContain('--name must be text')
    expect(stderr).toContain('--role must be one of viewer, auditor, reviewer, manager, admin')
    expect(stderr).toContain('The password must have at least 12 characters')
    expect(stderr).toContain('Usage: npm run account')
  })
})

describe('npm run account -- reset-password', () => {
  const add = (email: string) =>
    createAccount(testContext(database.db), { email, name: 'Lost', role: 'admin', password: 'forgotten password' })

  test('creates a password, prints only it and ends all sessions', async () => {
    await add('lost@hindsight.example')
    const { stdout, stderr, code } = await run(['reset-password', 'Lost@hindsight.example'])
    expect({ stdout, stderr, code }).toEqual({
      stdout: expect.stringMatching(/^[\w-]{24}\n$/),
      stderr: expect.stringMatching(
        /^Database: .*\nlost@hindsight\.example has a new password and is signed out everywhere\. The password:\n$/,
      ),
      code: 0,
    })
    const account = await findAccountByEmail(database.db, 'lost@hindsight.example')
    expect(await isPassword(account?.passwordHash ?? null, stdout.trim())).toBe(true)
    expect(account).toMatchObject({ role: 'admin', sessionVersion: 2 })
  })

  test('reads a password from standard input, and rejects a short one', async () => {
    const { id } = await add('given.again@hindsight.example')
    await updateAccount(testContext(database.db), id, { role: 'viewer', is_disabled: true })
    const args = ['reset-password', 'given.again@hindsight.example', '--password-stdin']
    expect(await run(args, 'short')).toMatchObject({ stdout: '', code: 1 })
    const result = await run(args, 'correct horse battery')
    expect(result).toMatchObject({ stdout: '', code: 0, stderr: expect.stringContaining('It is still disabled') })
    expect(result.stderr).not.toContain('correct horse')
    const account = await findAccountByEmail(database.db, 'given.again@hindsight.example')
    expect(await isPassword(account?.passwordHash ?? null, 'correct horse battery')).toBe(true)
  })

  test.each([
    [
      ['reset-password', 'nobody@hindsight.example'],
      'There is no account with the e-mail address nobody@hindsight.example.',
    ],
    [['reset-password'], 'There is no command “reset-password”.'],
    [['remove', 'lost@hindsight.example'], 'There is no command “remove lost@hindsight.example”.'],
  ])('rejects %j', async (args, message) => {
    const { stdout, stderr, code } = await run(args)
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
    expect(stderr).toContain(message)
  })
})

test('npm run account -- unlink unlinks the account from the provider and ends its sessions', async () => {
  const input = { email: 'linked@hindsight.example', name: 'L', role: 'viewer', password: 'long enough too' } as const
  const { id } = await createAccount(testContext(database.db), input)
  const identity = { issuer: 'https://login.example.org', subject: 'sub-1' }
  await linkIdentity(testContext(database.db), id, identity)
  expect(await run(['unlink', 'Linked@hindsight.example'])).toEqual({
    stdout: '',
    stderr: expect.stringMatching(
      /^Database: .*\nlinked@hindsight\.example is no longer linked to the provider and is signed out everywhere\.\n$/,
    ),
    code: 0,
  })
  expect(await findAccountByIdentity(database.db, identity)).toBeNull()
  expect(await findAccountByEmail(database.db, input.email)).toMatchObject({ sessionVersion: 2 })
  const again = await run(['unlink', 'linked@hindsight.example'])
  expect(again).toMatchObject({ stdout: '', code: 1, stderr: expect.stringContaining('is not linked to a provider') })
})
