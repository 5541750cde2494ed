import { stringifySetCookie } from 'cookie'
import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { AppError } from '#server/platform/errors.ts'
import { fromWebRequest } from '#server/platform/http/api-request.ts'
import { exchange } from '#server/platform/http/exchange.ts'
import { readBytes } from '#server/platform/http/read-body.ts'
import { toResponse } from '#server/platform/http/response.ts'
import { newId } from '#server/platform/ids.ts'
import { clearProviderFailures } from '#server/platform/limits/sign-in-limit.ts'
import { log } from '#server/platform/log/log.ts'
import { getMethodLabel, observeRequest } from '#server/platform/metrics/metrics.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { findProvider, getSettings } from '#server/platform/settings/current-settings.ts'
import type { AccountRow } from './account-queries.ts'
import { signInErrorHref } from './guard-provider-sign-in.ts'
import { buildProviderOptions, providerId } from './provider-options.ts'
import { endCurrentSession } from './session-caller.ts'
import { decodeToken, isServedOverTls, signInCookies } from './session-token.ts'
import { describeBrowser, type SessionOrigin, sessionLifetime, startSession } from './sessions.ts'
import { signInWithPassword, withPublicFailure } from './sign-in.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'

const signIn = { name: 'signIn', path: '/api/auth/*' } as const

/**
 * Returns the response of the sign-in library, or the error object where the library throws, responds with a line of
 * text, or fails on a value of the request. A return URL in a cookie may be that value, so the cookie is then deleted.
 * `respond` receives the request with its body already read, since the library sets no limit on its length.
 */
export async function guardSignIn(request: Request, respond: (request: Request) => Promise<Response>) {
  const started = performance.now()
  try {
    const response = await respond(await readWhole(request))
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const isReadable = response.status < 400 || (isJson && response.status < 500)
    if (isReadable) {
      const labels = { method: getMethodLabel(request.method), route: signIn.path, status: response.status }
      observeRequest(labels, performance.now() - started)
      return response
    }
    throw new AppError('invalid_request', 'The sign-in does not accept this request.')
  } catch (error) {
    const fault = error instanceof SyntaxError ? new AppError('invalid_request', 'The body is not JSON.') : error
    const { name, options } = signInCookies().callbackUrl
    const response = toResponse(await exchange(fromWebRequest(request), signIn, () => Promise.reject(fault)))
    response.headers.append('Set-Cookie', stringifySetCookie({ ...options, name, value: '', maxAge: 0 }))
    return response
  }
}

/** A copy of the request whose body is read. Throws `payload_too_large`. */
async function readWhole(request: Request): Promise<Request> {
  if (request.body === null) return request
  const { url, method, headers } = request
  return new Request(url, { method, headers, body: new Uint8Array(await readBytes(fromWebRequest(request))) })
}

/** The parts of the request that we use. */
type Visitor = { readonly ipAddress: string; readonly headers: Headers }

/** The options of next-auth for one request: our accounts or a provider, a session of eight hours in one cookie. */
export function buildNextAuthOptions({ ipAddress, headers }: Visitor): NextAuthOptions {
  announceOrigin()
  const provider = findProvider()
  let knownAccount: Pick<AccountRow, 'id' | 'sessionVersion'> | undefined
  return {
    secret: getRuntime().secret,
    session: { strategy: 'jwt', maxAge: sessionLifetime },
    // Not inherited from the session: without it the token in the cookie is valid for 30 days.
    jwt: { decode: decodeToken, maxAge: sessionLifetime },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    useSecureCookies: isServedOverTls(),
    cookies: signInCookies(),
    providers: [
      Credentials({
        name: 'Hindsight account',
        credentials: { email: { label: 'E-mail', type: 'email' }, password: { label: 'Password', type: 'password' } },
        authorize: (credentials) =>
          withPublicFailure(async () => {
            const { email, password } = readCredentials(credentials)
            const account = await signInWithPassword(email, password, ipAddress, new Date())
            return { id: account.id, email: account.email, name: account.name, sessionVersion: account.sessionVersion }
          }),
      }),
      ...(provider ? [buildProviderOptions(provider)] : []),
    ],
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (account?.provider !== providerId || !provider) return true
        return withPublicFailure(async () => {
          const claims = { ...profile, sub: account.providerAccountId }
          const result = await signInWithProvider(signInContext(), claims, provider)
          if (typeof result === 'string') return signInErrorHref(result)
          await clearProviderFailures(ipAddress)
          knownAccount = result
          return true
        })
      },
      // The provider's identifier of a person is not one of ours; the callback above has found the account.
      jwt: async ({ token, user, account }) => {
        if (!user) return token
        await endCurrentSession(headers)
        const session = await beginSession(knownAccount ?? user, {
          browser: describeBrowser(headers.get('user-agent')),
          ipAddress,
        })
        log.info({ event: 'signed_in', actor: session.sub, method: account?.provider, address: ipAddress })
        return session
      },
      redirect: ({ url, baseUrl }) => ownUrl(url, baseUrl),
    },
    logger: {
      error: (code, cause) => log.warn({ code, err: cause instanceof Error ? cause : cause.error }, 'sign-in failed'),
      warn: (code) => log.debug({ code }, 'sign-in library'),
      debug: () => undefined,
    },
  }
}

/** The submitted e-mail address and password; empty if not text, which matches no account. */
function readCredentials(sent: Readonly<Record<string, unknown>> | undefined) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { email: text(sent?.email), password: text(sent?.password) }
}

async function beginSession({ id, sessionVersion }: Pick<AccountRow, 'id' | 'sessionVersion'>, visitor: SessionOrigin) {
  return { sub: id, sessionId: await startSession(getRuntime().db, id, new Date(), visitor), sessionVersion }
}

/** The URL to which the browser continues: one of this service, else its first page. */
function ownUrl(url: string, baseUrl: string): string {
  const requested = URL.parse(url, baseUrl)
  return requested?.origin === baseUrl ? requested.href : baseUrl
}

/** A sign-in with a provider adds or changes accounts as the system, since the person has no account yet. */
function signInContext(): Context {
  const actor = createSystemActor('sign-in', 'Sign-in with the provider')
  const now = new Date()
  return { db: getRuntime().db, actor, now, requestId: newId('req', now) }
}

/** Sets the URL that next-auth uses: the public one, else the host that the request names. */
function announceOrigin(): void {
  const { public_url: publicUrl } = getSettings()
  if (publicUrl === null) process.env.AUTH_TRUST_HOST = 'true'
  else process.env.NEXTAUTH_URL = publicUrl
}
