import type { CookieOption, CookiesOptions } from 'next-auth'
import { isServedOverTls } from './session-token.ts'

/** Seconds that a sign-in with a provider may take. */
const maxSignInSeconds = 15 * 60

/** A cookie of the sign-in: inaccessible to scripts and other sites; over TLS bound to the host. */
function cookie(name: string, maxAge?: number): CookieOption {
  const secure = isServedOverTls()
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure, ...(maxAge === undefined ? {} : { maxAge }) }
  return { name: `${secure ? '__Host-' : ''}hindsight.${name}`, options }
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
