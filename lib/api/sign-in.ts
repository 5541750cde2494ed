import type { Credentials } from '#lib/contracts/app/sign-in.ts'
import { describeTooManyAttempts, signInUnavailable } from '#lib/domain/people/sign-in-messages.ts'

/** The reason why a sign-in was rejected, and the seconds to wait after too many attempts. */
export type SignInRefusal =
  | { reason: 'too_many_attempts'; seconds: number }
  | { reason: 'wrong_credentials' | 'password_expired' | 'unavailable' | 'unreachable' }

/** Signs in with e-mail and password; null on success, when the session cookie is set. */
export async function signIn(credentials: Credentials): Promise<SignInRefusal | null> {
  try {
    const response = await postForm('/api/auth/callback/credentials', credentials)
    if (response.ok) return null
    if (response.status !== 401) return { reason: 'unavailable' }
    const { url } = await response.json()
    return readRefusal(new URL(url, window.location.href).searchParams.get('error') ?? '')
  } catch {
    return { reason: 'unreachable' }
  }
}

/** Returns the URL of the provider to continue at, which finally leads to `returnTo`, or the reason of a failure. */
export async function startProviderSignIn(returnTo: string): Promise<string | SignInRefusal> {
  try {
    const response = await postForm('/api/auth/signin/oidc', { callbackUrl: returnTo })
    if (response.status === 429) {
      return { reason: 'too_many_attempts', seconds: Number(response.headers.get('Retry-After')) }
    }
    const { url } = await response.json()
    return response.ok && typeof url === 'string' ? url : { reason: 'unavailable' }
  } catch {
    return { reason: 'unreachable' }
  }
}

async function postForm(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
  return fetch(path, { method: 'POST', body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }) })
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

const messages = {
  wrong_credentials: 'Wrong e-mail address or password.',
  password_expired: 'This initial password has expired after a week. Ask an administrator for a new one.',
  unavailable: signInUnavailable,
  unreachable: 'The service cannot be reached. Check your connection and try again.',
}

export const describeRefusal = (refusal: SignInRefusal): string =>
  refusal.reason === 'too_many_attempts' ? describeTooManyAttempts(refusal.seconds) : messages[refusal.reason]

function readRefusal(error: string): SignInRefusal {
  if (error === 'PasswordExpired') return { reason: 'password_expired' }
  if (error === 'Unavailable') return { reason: 'unavailable' }
  const seconds = /^TooManyAttempts:(\d+)$/.exec(error)?.[1]
  return seconds ? { reason: 'too_many_attempts', seconds: Number(seconds) } : { reason: 'wrong_credentials' }
}
