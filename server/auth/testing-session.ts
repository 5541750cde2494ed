import { encode } from 'next-auth/jwt'
import { getRuntime } from '#server/runtime.ts'
import { isServedOverTls, sessionCookieName, sessionLifetime } from './session-token.ts'

/** The cookie of a session as signing in would set it. */
export async function testSessionCookie(account: { id: string; sessionVersion: number }): Promise<string> {
  const { secret } = getRuntime()
  const token = { sub: account.id, sessionVersion: account.sessionVersion }
  return `${sessionCookieName(isServedOverTls())}=${await encode({ token, secret, maxAge: sessionLifetime })}`
}
