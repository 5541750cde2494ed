import { encode } from 'next-auth/jwt'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSessionCookieName, isServedOverTls } from './session-token.ts'
import { type SessionOrigin, sessionLifetime, startSession } from './sessions.ts'

/** The session cookie that a sign-in would set. */
export async function testSessionCookie(account: { id: string; sessionVersion: number }, origin?: SessionOrigin) {
  const { db, secret } = getRuntime()
  const sessionId = await startSession(db, account.id, new Date(), origin)
  const token = { sub: account.id, sessionId, sessionVersion: account.sessionVersion }
  return `${getSessionCookieName(isServedOverTls())}=${await encode({ token, secret, maxAge: sessionLifetime })}`
}
