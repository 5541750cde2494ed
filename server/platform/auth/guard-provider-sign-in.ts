import { AppError } from '#server/platform/errors.ts'
import { countProviderStep } from '#server/platform/limits/sign-in-limit.ts'
import { providerId } from './provider-options.ts'
import { assertSameOrigin } from './same-origin.ts'
import { signInCookies } from './session-token.ts'

/**
 * Checks a sign-in with the provider; null lets it continue. The first request must come from our own page and the
 * callback from the browser that started it, before the provider is contacted; both count against the IP address.
 * Throws `csrf_rejected`, and `rate_limited` for the first request; a rejected callback redirects to the sign-in page
 * with the reason.
 */
export async function guardProviderSignIn(request: Request, ipAddress: string): Promise<Response | null> {
  const { pathname } = new URL(request.url)
  if (pathname === `/api/auth/signin/${providerId}` && request.method === 'POST') {
    assertSameOrigin(request)
    const seconds = await countProviderStep(ipAddress)
    if (seconds === null) return null
    throw new AppError('rate_limited', `Too many sign-ins were started and not finished; retry in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    })
  }
  if (pathname !== `/api/auth/callback/${providerId}`) return null
  if (!hasBegun(request)) return backToSignIn('OAuthCallback')
  const seconds = await countProviderStep(ipAddress)
  return seconds === null ? null : backToSignIn(`TooManyAttempts:${seconds}`)
}

/** Path that redirects to the sign-in page through the library, which adds the return URL. */
export const signInErrorHref = (error: string) => `/api/auth/signin?error=${encodeURIComponent(error)}`

const backToSignIn = (error: string) =>
  new Response(null, { status: 302, headers: { Location: signInErrorHref(error), 'Cache-Control': 'no-store' } })

const hasBegun = ({ headers }: Request) =>
  (headers.get('cookie') ?? '').split(/; */).some((pair) => pair.startsWith(`${signInCookies().state.name}=`))
