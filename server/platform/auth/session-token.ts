import { parseCookie } from 'cookie'
import type { CookiesOptions } from 'next-auth'
import { decode, getToken, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import type { HeaderFields } from '#server/platform/http/api-request.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/** The name of the session cookie: bound to the host if the service is served over TLS. */
export const getSessionCookieName = (isSecure: boolean): string =>
  isSecure ? '__Host-hindsight.session' : 'hindsight.session'

export const isServedOverTls = (): boolean => getSettings().public_url?.startsWith('https:') ?? false

/** The session of a request's cookie; null if there is none or it is invalid. */
export async function readSession(headers: HeaderFields) {
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
  const { name, options } = cookie('session', 0)
  return { name, value: '', ...options }
}

/** Seconds that a sign-in with a provider may take. */
const maxSignInSeconds = 15 * 60

/** A cookie of the sign-in: inaccessible to scripts and other sites; over TLS bound to the host. */
function cookie(name: string, maxAge?: number) {
  const secure = isServedOverTls()
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    ...(maxAge === undefined ? {} : { maxAge }),
  } as const
  return { name: `${secure ? '__Host-' : ''}hindsight.${name}`, options } as const
}

/** Every cookie that the sign-in library sets. */
export const signInCookies = () =>
  ({
    sessionToken: cookie('session'),
    callbackUrl: cookie('callback-url'),
    csrfToken: cookie('csrf'),
    pkceCodeVerifier: cookie('pkce', maxSignInSeconds),
    state: cookie('state', maxSignInSeconds),
    nonce: cookie('nonce', maxSignInSeconds),
  }) satisfies CookiesOptions
