import type { Credentials } from '#lib/contracts/app/sign-in.ts'
import { signInUnavailable, tooManyAttempts } from '#lib/domain/sign-in-messages.ts'

/** Why a sign-in was refused, and for how many seconds where it was tried too often. */
export type SignInRefusal =
  | { reason: 'wrong_credentials' }
  | { reason: 'password_expired' }
  | { reason: 'too_many_attempts'; seconds: number }
  | { reason: 'unavailable' }
  | { reason: 'unreachable' }

/** Signs in by e-mail and password; null when that worked and the session cookie is set. */
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

/** The address of the provider at which the sign-in goes on, ending at `returnTo`; or why it does not. */
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

/** What to tell a person of a refusal. */
export function describeRefusal(refusal: SignInRefusal): string {
  if (refusal.reason === 'wrong_credentials') return 'E-mail address or password is wrong.'
  if (refusal.reason === 'password_expired') {
    return 'This initial password has expired after a week. Ask an administrator for a new one.'
  }
  if (refusal.reason === 'unavailable') return signInUnavailable
  if (refusal.reason === 'unreachable') return 'The service cannot be reached. Check your connection and try again.'
  return tooManyAttempts(refusal.seconds)
}

function readRefusal(error: string): SignInRefusal {
  if (error === 'PasswordExpired') return { reason: 'password_expired' }
  if (error === 'Unavailable') return { reason: 'unavailable' }
  const seconds = /^TooManyAttempts:(\d+)$/.exec(error)?.[1]
  return seconds ? { reason: 'too_many_attempts', seconds: Number(seconds) } : { reason: 'wrong_credentials' }
}
