import type { Credentials } from '#lib/contracts/app/sign-in.ts'
import { describeTooManyAttempts, signInUnavailable } from '#lib/domain/people/sign-in-messages.ts'

/** The reason why a sign-in was rejected, and the seconds to wait after too many attempts. */
export type SignInRefusal =
  | { reason: 'wrong_credentials' }
  | { reason: 'password_expired' }
  | { reason: 'too_many_attempts'; seconds: number }
  | { reason: 'unavailable' }
  | { reason: 'unreachable' }

/** Signs in with e-mail and password; null on success, when the session cookie is set. */
export async function signIn(credentials: Credentials): Promise<SignInRefusal | null> {
  try {
    const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
    const form = new URLSearchParams({ ...credentials, csrfToken, json: 'true' })
    const response = await fetch('/api/auth/callback/credentials', { method: 'POST', body: form })
    if (response.ok) return null
    if (response.status !== 401) return { reason: 'unavailable' }
    const { url } = await response.json()
    return readRefusal(new URL(url, window.location.href).searchParams.get('error') ?? '')
  } catch {
    return { reason: 'unreachable' }
  }
}

/**
 * Starts a sign-in with the provider. Returns its URL to continue at, which finally leads to `returnTo`, or the reason
 * of a failure.
 */
export async function startProviderSignIn(
  returnTo: string,
): Promise<string | Exclude<SignInRefusal, { reason: 'wrong_credentials' | 'password_expired' }>> {
  try {
    const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
    const form = new URLSearchParams({ csrfToken, callbackUrl: returnTo, json: 'true' })
    const response = await fetch('/api/auth/signin/oidc', { method: 'POST', body: form })
    if (response.status === 429) {
      return { reason: 'too_many_attempts', seconds: Number(response.headers.get('Retry-After')) }
    }
    const { url } = await response.json()
    return response.ok && typeof url === 'string' ? url : { reason: 'unavailable' }
  } catch {
    return { reason: 'unreachable' }
  }
}

/** Ends the session of this browser. Returns the URL of the page to continue at; null if it failed. */
export async function signOut(): Promise<string | null> {
  try {
    const response = await fetch('/sign-out', { method: 'POST' })
    return response.ok ? response.url : null
  } catch {
    return null
  }
}

/** The message for a rejected sign-in. */
export function describeRefusal(refusal: SignInRefusal): string {
  if (refusal.reason === 'wrong_credentials') return 'Wrong e-mail address or password.'
  if (refusal.reason === 'password_expired') {
    return 'This initial password has expired after a week. Ask an administrator for a new one.'
  }
  if (refusal.reason === 'unavailable') return signInUnavailable
  if (refusal.reason === 'unreachable') return 'The service cannot be reached. Check your connection and try again.'
  return describeTooManyAttempts(refusal.seconds)
}

function readRefusal(error: string): SignInRefusal {
  if (error === 'PasswordExpired') return { reason: 'password_expired' }
  if (error === 'Unavailable') return { reason: 'unavailable' }
  const seconds = /^TooManyAttempts:(\d+)$/.exec(error)?.[1]
  return seconds ? { reason: 'too_many_attempts', seconds: Number(seconds) } : { reason: 'wrong_credentials' }
}
