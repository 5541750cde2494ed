import { afterEach, expect, test, vi } from 'vitest'
import { log } from '#server/platform/log/log.ts'
import { withPublicFailure } from './public-failure.ts'

afterEach(() => vi.restoreAllMocks())

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
