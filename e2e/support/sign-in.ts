import type { APIRequestContext, BrowserContext, Cookie } from 'playwright/test'
import type { Role } from '#lib/contracts/endpoint.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { recordSecrets, recordSessions, sessionsAmong } from './recorded-secrets.ts'

/** The sessions that this process opened, by server and role: each sign-in checks a password, which takes long. */
const opened = new Map<string, readonly Cookie[]>()

/** Signs a browser in as the first demo account of a role. */
export async function signIn(context: BrowserContext, baseUrl: string, role: Role): Promise<void> {
  const account = demoAccounts.find((known) => known.role === role)
  if (!account) throw new Error(`There is no demo account with the role ${role}.`)
  const known = opened.get(`${baseUrl} ${role}`)
  if (known) {
    await context.addCookies(known)
    // A test may have ended the session.
    if ((await context.request.get(`${baseUrl}/api/app/v1/session`)).ok()) return
  }
  await signInWith(context.request, baseUrl, { email: account.email, password: demoPassword })
  opened.set(`${baseUrl} ${role}`, sessionsAmong(await context.cookies(baseUrl)))
}

/** Signs in through the endpoint of the sign-in library; the request context stores the cookie. */
export async function signInWith(
  request: APIRequestContext,
  baseUrl: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  recordSecrets(password)
  const { csrfToken } = await (await request.get(`${baseUrl}/api/auth/csrf`)).json()
  const response = await request.post(`${baseUrl}/api/auth/callback/credentials`, {
    form: { csrfToken, email, password, json: 'true' },
  })
  if (!response.ok()) throw new Error(`Signing in as ${email} returned ${response.status()}.`)
  const { cookies } = await request.storageState()
  recordSecrets(csrfToken)
  if (recordSessions(cookies) === 0) throw new Error(`Signing in as ${email} set no session cookie.`)
}
