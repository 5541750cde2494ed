import { createHash } from 'node:crypto'
import { parseCookie } from 'cookie'
import { AppError } from '#server/platform/errors.ts'
import { countProviderStep } from '#server/platform/limits/sign-in-limit.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { providerId } from './provider-options.ts'
import { assertSameOrigin } from './same-origin.ts'
import { signInCookies } from './session-token.ts'

/** The requests that begin a sign-in, which only our own sign-in page may send. */
const isBeginning = ({ method, url }: Request) =>
  method === 'POST' && /^\/api\/auth\/(?:signin\/|callback\/credentials$)/.test(new URL(url).pathname)

/** Throws `csrf_rejected` for a sign-in without the token of its cookie, before anything else is done for it. */
export async function assertCsrfToken(request: Request): Promise<void> {
  if (!isBeginning(request)) return
  const cookies = parseCookie(request.headers.get('cookie') ?? '')
  const [token = '', mark] = (cookies[signInCookies().csrfToken.name] ?? '').split('|')
  const isOurs = mark === createHash('sha256').update(`${token}${getRuntime().secret}`).digest('hex')
  if (isOurs && (await readToken(request.clone())) === token) return
  throw new AppError('csrf_rejected', 'The token of this sign-in is missing or wrong: load the sign-in page again.')
}

async function readToken(request: Request): Promise<unknown> {
  const text = await request.text()
  const isJson = request.headers.get('content-type')?.includes('application/json') ?? false
  return isJson ? JSON.parse(text)?.csrfToken : new URLSearchParams(text).get('csrfToken')
}

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
