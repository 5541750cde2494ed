import { encode } from 'next-auth/jwt'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { buildNextAuthOptions } from './next-auth-options.ts'
import { getSessionCookieName, readSession } from './session-token.ts'

const start = Date.parse('2026-03-10T12:00:00.000Z')
const hours = (count: number) => count * 60 * 60 * 1000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  setTestRuntime({ ...createDatabase('postgres://nowhere/none'), url: '', drop: async () => {} })
})
afterEach(() => {
  setRuntime(undefined)
  vi.useRealTimers()
})

/** The content of the sign-in library's cookie. */
async function signedIn(): Promise<Headers> {
  const token = { sub: 'acc_1', sessionId: 'ses_1', sessionVersion: 1 }
  const text = await encode({
    ...buildNextAuthOptions({ ipAddress: '192.0.2.1', headers: new Headers() }).jwt,
    token,
    secret: getRuntime().secret,
  })
  return new Headers({ cookie: `${getSessionCookieName(false)}=${text}` })
}

test('ends after 8 hours, even if the cookie was copied', async () => {
  const headers = await signedIn()
  vi.setSystemTime(start + hours(7.9))
  expect(await readSession(headers)).toEqual({ sessionId: 'ses_1', sessionVersion: 1 })
  vi.setSystemTime(start + hours(8.1))
  expect(await readSession(headers)).toBeNull()
})
