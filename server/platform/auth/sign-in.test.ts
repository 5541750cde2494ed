import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { log } from '#server/platform/log/log.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testNow } from '#server/platform/runtime/testing-context.ts'
import { accounts } from '#server/schema/access.ts'
import { createAccount, updateAccount } from './account-commands.ts'
import { findAccount } from './account-queries.ts'
import { signInWithPassword, withPublicFailure } from './sign-in.ts'

const password = 'correct horse battery staple'
const limit = 2
const allowance = 5 * limit

const database = provideTestRuntime()
beforeAll(() => {
  const runtime = getRuntime()
  setRuntime({ ...runtime, env: { ...runtime.env, signInLimit: limit } })
})

const toEmail = (name: string) => `${name}@hindsight.example`
const addAccount = (name: string) =>
  createAccount(testContext(database.db), { email: toEmail(name), name, role: 'viewer', password })

/** The result of an attempt: `in`, or the code of its rejection without the seconds. */
async function attempt(name: string, ipAddress: string, secret = 'a wrong password'): Promise<string> {
  try {
    await signInWithPassword(toEmail(name), secret, ipAddress, testNow)
    return 'in'
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\d+$/, '') : String(error)
  }
}
const fail = async (times: number, of: (nth: number) => Promise<string>) => {
  for (let nth = 0; nth < times; nth += 1) expect(await of(nth)).toBe('CredentialsSignin')
}
const tooMany = 'TooManyAttempts:'

describe('signIn', () => {
  test('returns the account, ignoring the case of its e-mail address', async () => {
    const { id } = await addAccount('ada')
    expect(await signInWithPassword(' ADA@Hindsight.example ', password, 'ada.1', testNow)).toMatchObject({ id })
  })

  test('rejects a wrong password, an unknown e-mail address and a disabled account in the same way', async () => {
    const { id } = await addAccount('off')
    await updateAccount(testContext(database.db), id, { is_disabled: true })
    expect(await attempt('off', 'alike.1', password)).toBe('CredentialsSignin')
    expect(await attempt('nobody', 'alike.2')).toBe('CredentialsSignin')
    await addAccount('known')
    expect(await attempt('known', 'alike.3')).toBe('CredentialsSignin')
  })

  test('rejects even the right password after too many wrong ones, with the seconds to wait', async () => {
    await addAccount('hasty')
    await fail(limit, () => attempt('hasty', 'hasty.1'))
    await expect(signInWithPassword(toEmail('hasty'), password, 'hasty.1', testNow)).rejects.toThrow(
      /^TooManyAttempts:(?:[1-9]\d{0,2})$/,
    )
    expect(await attempt('HASTY', 'hasty.1', password)).toBe(tooMany)
  })

  test('clears the failures of an account and IP address after the right password', async () => {
    await addAccount('calm')
    for (const _ of [1, 2, 3]) {
      await fail(limit - 1, () => attempt('calm', 'calm.1'))
      expect(await attempt('calm', 'calm.1', password)).toBe('in')
    }
  })

  test('logs who was rejected, from where and why, and never the password', async () => {
    const warned = vi.spyOn(log, 'warn')
    const { id } = await addAccount('watched')
    await fail(limit, () => attempt('watched', 'watched.1', 'a wrong password'))
    await attempt('watched', 'watched.1')
    const failures = { event: 'sign_in_refused', method: 'credentials', address: 'watched.1' }
    const tooMany = { ...failures, reason: expect.stringMatching(/^TooManyAttempts:/) }
    expect(warned.mock.calls.map(([line]) => line)).toMatchObject([
      ...Array.from({ length: limit }, () => ({ ...failures, reason: 'CredentialsSignin', actor: id })),
      tooMany,
    ])
    expect(JSON.stringify(warned.mock.calls)).not.toContain('a wrong password')
  })

  test('accepts a temporary password for a week', async () => {
    const { id } = await addAccount('fresh')
    const later = (days: number) => new Date(testNow.getTime() + days * 86_400_000)
    const signInAfter = (days: number, secret = password) =>
      signInWithPassword(toEmail('fresh'), secret, 'fresh.1', later(days))
    expect(await signInAfter(6.9)).toMatchObject({ id })
    await expect(signInAfter(7)).rejects.toThrow('PasswordExpired')
    await expect(signInAfter(7, 'a wrong password')).rejects.toThrow('CredentialsSignin')
  })

  test('rejects every password when passwords are disabled', async () => {
    await addAccount('federated')
    const runtime = getRuntime()
    setRuntime({ ...runtime, env: { ...runtime.env, arePasswordsOn: false } })
    expect(await attempt('federated', 'federated.1', password)).toBe('CredentialsSignin')
    setRuntime(runtime)
    expect(await attempt('federated', 'federated.1', password)).toBe('in')
  })

  test('replaces a hash with older parameters', async () => {
    const { id } = await addAccount('longago')
    const stored = async () => (await findAccount(database.db, id))?.passwordHash
    const old = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await database.db.update(accounts).set({ passwordHash: old }).where(eq(accounts.id, id))
    expect(await attempt('longago', 'longago.1')).toBe('CredentialsSignin')
    expect(await stored()).toBe(old)
    expect(await attempt('longago', 'longago.1', password)).toBe('in')
    const renewed = await stored()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await attempt('longago', 'longago.1', password)).toBe('in')
    expect(await stored()).toBe(renewed)
  })

  test('accepts accounts of the demo only in the demo', async () => {
    const { id } = await addAccount('shown')
    await database.db.update(accounts).set({ origin: 'demo' }).where(eq(accounts.id, id))
    expect(await attempt('shown', 'shown.1', password)).toBe('CredentialsSignin')
    const runtime = getRuntime()
    setRuntime({ ...runtime, env: { ...runtime.env, isDemo: true } })
    expect(await attempt('shown', 'shown.1', password)).toBe('in')
    setRuntime(runtime)
  })
})

describe('an attacker', () => {
  test('who tries one password on many accounts is stopped by the limit of the IP address', async () => {
    await fail(allowance, (nth) => attempt(`sprayed-${nth}`, 'sprayer.1'))
    expect(await attempt('sprayed-more', 'sprayer.1')).toBe(tooMany)
    expect(await attempt('sprayed-more', 'somebody.else')).toBe('CredentialsSignin')
  })

  test('who tries one account from many IP addresses is stopped by the limit of the account', async () => {
    await addAccount('target')
    await fail(allowance, (nth) => attempt('target', `botnet.${nth}`))
    expect(await attempt('target', 'botnet.more', password)).toBe(tooMany)
    expect(await attempt('another', 'botnet.more')).toBe('CredentialsSignin')
  })

  test('cannot lock out the owner of an account from one IP address', async () => {
    await addAccount('owner')
    await fail(limit, () => attempt('owner', 'nuisance.1'))
    for (let nth = 0; nth < allowance; nth += 1) expect(await attempt('owner', 'nuisance.1')).toBe(tooMany)
    expect(await attempt('owner', 'home.1', password)).toBe('in')
  })
})

const failWith = (error: unknown) => withPublicFailure(() => Promise.reject(error))

test.each(['CredentialsSignin', 'PasswordExpired', 'TooManyAttempts:60'])('passes the code %s on', async (code) => {
  const logged = vi.spyOn(log, 'error')
  await expect(failWith(new Error(code))).rejects.toThrow(code)
  expect(logged).not.toHaveBeenCalled()
})

test.each([
  new Error('Failed query: select "password_hash" from "accounts"'),
  new Error('CredentialsSignin: more'),
  new TypeError('e.trim is not a function'),
  'a text',
])('replaces any other failure by one code and logs it: %s', async (failure) => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  await expect(failWith(failure)).rejects.toThrow(/^Unavailable$/)
  expect(logged).toHaveBeenCalledWith({ event: 'sign_in_failed', err: failure }, 'sign-in failed')
})
