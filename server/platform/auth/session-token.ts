import { parseCookie } from 'cookie'
import { decode, getToken, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import type { HeaderFields } from '#server/platform/http/api-request.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/** The name of the session cookie: bound to the host if the service is served over TLS. */
export const getSessionCookieName = (isSecure: boolean): string =>
  isSecure ? '__Host-hindsight.session' : 'hindsight.session'

export const isServedOverTls = (): boolean => getSettings().public_url?.startsWith('https:') ?? false

/** The session of a request's cookie; null if there is none or it is invalid. */
export async function readSession(
  headers: HeaderFields,
): Promise<{ sessionId: string; sessionVersion: number } | null> {
  const cookieName = getSessionCookieName(isServedOverTls())
  const cookies = parseCookie(headers.get('cookie') ?? '')
  if (!cookies[cookieName] && !cookies[`${cookieName}.0`]) return null
  const req = { cookies, headers } as unknown as Parameters<typeof getToken>[0]['req']
  const token = await getToken({ req, secret: getRuntime().secret, cookieName, decode: decodeToken })
  return typeof token?.sessionId === 'string' && typeof token.sessionVersion === 'number'
    ? { sessionId: token.sessionId, sessionVersion: token.sessionVersion }
    : null
}

/** Decodes a token of the sign-in library with the current or the previous secret. Throws if neither fits. */
export async function decodeToken(params: JWTDecodeParams): Promise<JWT | null> {
  if (params.token) assertOwnAlgorithm(params.token)
  const { secret, previousSecret } = getRuntime()
  return decode({ ...params, secret }).catch((error) => {
    if (previousSecret === undefined) throw error
    return decode({ ...params, secret: previousSecret })
  })
}

/** Throws unless the header of a token names the algorithm of the sign-in library, before decrypting it. */
function assertOwnAlgorithm(token: string): void {
  const header = Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()
  if (header !== '{"alg":"dir","enc":"A256GCM"}') throw new Error('The token is not encrypted with our algorithm.')
}

/** Deletes the session cookie: the same name and flags, expired. */
export function createExpiredSessionCookie() {
  const secure = isServedOverTls()
  return {
    name: getSessionCookieName(secure),
    value: '',
    maxAge: 0,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
  } as const
}
