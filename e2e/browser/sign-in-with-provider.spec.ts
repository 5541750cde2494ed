import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount, openAdmin } from '#e2e/support/own-account.ts'
import { type OwnProvider, startProvider } from '#e2e/support/own-provider.ts'
import { freePort, type ServerProcess, startServer } from '#e2e/support/server-process.ts'
import { readWorld } from '#e2e/support/world.ts'

test.describe.configure({ mode: 'default' })

let server: ServerProcess
let provider: OwnProvider
let home: string
test.beforeAll(async () => {
  const port = String(await freePort())
  home = `http://127.0.0.1:${port}`
  provider = await startProvider(`${home}/api/auth/callback/oidc`)
  server = await startServer({
    ...readWorld().serverEnv,
    PORT: port,
    HINDSIGHT_PUBLIC_URL: home,
    HINDSIGHT_OIDC_ISSUER: provider.issuer,
    HINDSIGHT_OIDC_CLIENT_ID: 'hindsight',
    HINDSIGHT_OIDC_CLIENT_SECRET: provider.clientSecret,
    HINDSIGHT_OIDC_NAME: 'Example ID',
    HINDSIGHT_OIDC_ROLE_MAP: 'reviewers=reviewer; staff=viewer',
  })
})
test.afterAll(async () => {
  await server.stop()
  provider.stop()
})

test.beforeEach(() => {
  provider.person = newPerson()
  provider.changeToken = undefined
  provider.cutsAt = undefined
})

function newPerson(): Record<string, unknown> {
  const sub = randomUUID()
  const email = `${sub}@hindsight.example`
  return { sub, email, email_verified: true, name: `Person ${sub.slice(0, 8)}`, roles: ['reviewers'] }
}

const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: /\w/ })
const fetchSession = (page: Page) => page.request.get(`${home}/api/app/v1/session`)

async function signIn(page: Page, path = '/users?page=2'): Promise<void> {
  await page.goto(`${home}${path}`)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
}

async function expectRefused(page: Page, words: RegExp): Promise<void> {
  await expect(refusal(page)).toHaveText(words)
  await expect(page).toHaveURL(/\/sign-in/)
  expect((await fetchSession(page)).status()).toBe(401)
}

test('a person known to the provider signs in and reaches the requested page', async ({ page, expectAccessible }) => {
  await page.goto(`${home}/users?page=2`)
  await expect(page.getByRole('button', { name: 'Sign in with Example ID' })).toBeVisible()
  await expectAccessible()
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  await expect(page.getByRole('button', { name: `Account of ${provider.person.name}` })).toBeVisible()
  const { account } = await (await fetchSession(page)).json()
  expect(account).toMatchObject({ email: provider.person.email, name: provider.person.name, role: 'reviewer' })

  await page.context().clearCookies()
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  expect((await (await fetchSession(page)).json()).account.id).toBe(account.id)
})

test('a person who has an account is found by the verified e-mail address', async ({ page, baseURL }) => {
  const knownAccount = await addAccount(baseURL ?? '', 'viewer')
  provider.person = { ...provider.person, email: knownAccount.email.toUpperCase() }
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  expect((await (await fetchSession(page)).json()).account).toMatchObject({ id: knownAccount.id, role: 'reviewer' })
})

test('a person without a password ends another session without one', async ({ page, browser, expectAccessible }) => {
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await signIn(elsewhere)
  await expect(elsewhere).toHaveURL(`${home}/users?page=2`)
  await page.goto(`${home}/settings`)
  await page.getByRole('button', { name: /^End the session of/ }).click()
  await expect(page.getByRole('dialog').getByText('Your account has no password')).toBeVisible()
  await expectAccessible()
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect.poll(async () => (await fetchSession(elsewhere)).status()).toBe(401)
  expect((await fetchSession(page)).status()).toBe(200)
  await other.close()
})

test('a person stays the same when the e-mail address changes at the provider', async ({ page, baseURL }) => {
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  const { account } = await (await fetchSession(page)).json()
  const other = await addAccount(baseURL ?? '', 'viewer')
  provider.person = { ...provider.person, email: other.email }
  await page.context().clearCookies()
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  expect((await (await fetchSession(page)).json()).account).toMatchObject({ id: account.id, email: account.email })
})

test('an account is not taken over by another person with its e-mail address', async ({ page, expectAccessible }) => {
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  provider.person = { ...provider.person, sub: randomUUID() }
  await page.context().clearCookies()
  await signIn(page)
  await expectRefused(page, /is linked to another person at Example ID/)
  await expectAccessible()
})

test('the requested page survives failed sign-ins', async ({ page }) => {
  const { person } = provider
  provider.person = { ...person, email_verified: false }
  await signIn(page)
  await expectRefused(page, /says that your e-mail address is not verified/)
  const again = page.getByRole('button', { name: 'Sign in with Example ID' })
  provider.changeToken = ({ header, claims }) => ({ header, claims: { ...claims, aud: 'another' } })
  await again.click()
  await expectRefused(page, /did not confirm who you are/)
  provider.changeToken = undefined
  provider.person = person
  await again.click()
  await expect(page).toHaveURL(`${home}/users?page=2`)
})

test('an unverified e-mail address opens no account', async ({ page, baseURL, expectAccessible }) => {
  const knownAccount = await addAccount(baseURL ?? '', 'viewer')
  provider.person = { ...provider.person, email: knownAccount.email, email_verified: false }
  await signIn(page)
  await expectRefused(page, /Example ID says that your e-mail address is not verified/)
  await expectAccessible()
})

test('an e-mail address without a verification claim opens no account, and the log names the setting', async ({
  page,
  expectAccessible,
}) => {
  const { email_verified: _, ...person } = provider.person
  provider.person = person
  await signIn(page)
  await expectRefused(page, /Example ID does not say whether .* Ask the administrator of Hindsight/)
  await expectAccessible()
  expect(server.lines.some((line) => line.includes('HINDSIGHT_OIDC_TRUST_EMAIL=true'))).toBe(true)
})

test('a role that is not on the list gives no access', async ({ page }) => {
  provider.person = { ...provider.person, roles: ['admin', 'guests'] }
  await signIn(page)
  await expectRefused(page, /has no access to Hindsight/)
})

test('a disabled account stays out', async ({ page, baseURL }) => {
  const knownAccount = await addAccount(baseURL ?? '', 'reviewer')
  const admin = await openAdmin(baseURL ?? '')
  expect((await admin.patch(`/api/app/v1/accounts/${knownAccount.id}`, { data: { is_disabled: true } })).status()).toBe(
    200,
  )
  await admin.dispose()
  provider.person = { ...provider.person, email: knownAccount.email }
  await signIn(page)
  await expectRefused(page, /Your account is disabled/)
})

const now = () => Math.floor(Date.now() / 1000)
const tokenChanges: Record<string, NonNullable<OwnProvider['changeToken']>> = {
  'for another client': ({ header, claims }) => ({ header, claims: { ...claims, aud: 'another' } }),
  'for another client beside us': ({ header, claims }) => ({
    header,
    claims: { ...claims, aud: ['hindsight', 'another'], azp: 'another' },
  }),
  'with the nonce of another sign-in': ({ header, claims }) => ({ header, claims: { ...claims, nonce: 'another' } }),
  'without a nonce': ({ header, claims: { nonce: _nonce, ...claims } }) => ({ header, claims }),
  'of another issuer': ({ header, claims }) => ({ header, claims: { ...claims, iss: 'https://evil.example' } }),
  'of another person': ({ header, claims }) => ({ header, claims: { ...claims, sub: 'another' } }),
  'that has expired': ({ header, claims }) => ({ header, claims: { ...claims, exp: now() - 60 } }),
  'from a clock an hour ahead': ({ header, claims }) => ({
    header,
    claims: { ...claims, iat: now() + 3600, exp: now() + 7200 },
  }),
  'that another key signed': (token) => ({ ...token, isSignedByAnother: true }),
  'without a signature': ({ claims }) => ({ header: { alg: 'none' }, claims }),
}
test('a clock that is a few seconds off does no harm', async ({ page }) => {
  provider.changeToken = ({ header, claims }) => ({ header, claims: { ...claims, iat: now() + 5, exp: now() + 3600 } })
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
})

test('the end of a sign-in that another browser began is refused', async ({ page, browser }) => {
  const answers: string[] = []
  page.on('request', (request) => request.url().includes('/callback/oidc?') && answers.push(request.url()))
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  const [answer = ''] = answers
  expect(answer).toMatch(/[?&]code=.+&state=/)

  const other = await browser.newContext()
  const victim = await other.newPage()
  await victim.goto(answer)
  await expectRefused(victim, /did not confirm who you are/)
  await other.close()
})

/**
 * Starts a sign-in up to its last request, and returns that request's URL and the cookies that the browser would send.
 */
async function startSignIn(page: Page): Promise<{ url: string; cookies: string[] }> {
  const { csrfToken } = await (await page.request.get(`${home}/api/auth/csrf`)).json()
  const form = { csrfToken, callbackUrl: '/users', json: 'true' }
  const headers = { 'sec-fetch-site': 'same-origin' }
  let { url } = await (await page.request.post(`${home}/api/auth/signin/oidc`, { form, headers })).json()
  while (!url.startsWith(home)) {
    const answer = await page.request.get(url, { maxRedirects: 0 })
    expect([302, 303]).toContain(answer.status())
    url = new URL(answer.headers().location ?? '', url).href
  }
  const cookies = (await page.context().cookies(home)).map(({ name, value }) => `${name}=${value}`)
  return { url, cookies }
}

async function endSignIn(url: string, cookies: readonly string[]) {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie: cookies.join('; ') } })
  const isIn = answer.headers.getSetCookie().some((line) => line.startsWith('hindsight.session='))
  return { isIn, location: answer.headers.get('location') }
}

/** Result of a refused sign-in: the provider did not confirm the person's identity. */
const refused = { isIn: false, location: expect.stringMatching(/error=OAuthCallback$/) }

for (const [what, changeToken] of Object.entries(tokenChanges)) {
  test(`an ID token ${what} is refused`, async ({ page }) => {
    provider.changeToken = changeToken
    const { url, cookies } = await startSignIn(page)
    expect(await endSignIn(url, cookies)).toEqual(refused)
  })
}

test('the end of a sign-in is good for once', async ({ page }) => {
  const { url, cookies } = await startSignIn(page)
  expect(await endSignIn(url, cookies)).toEqual({ isIn: true, location: `${home}/users` })
  expect(await endSignIn(url, cookies)).toEqual(refused)
})

for (const missing of ['pkce', 'nonce', 'state']) {
  test(`a sign-in that lost its ${missing} cookie is refused`, async ({ page }) => {
    const { url, cookies } = await startSignIn(page)
    const remainingCookies = cookies.filter((pair) => !pair.startsWith(`hindsight.${missing}=`))
    expect(remainingCookies).toHaveLength(cookies.length - 1)
    expect(await endSignIn(url, remainingCookies)).toEqual(refused)
  })
}

test('a sign-in with the state of another is refused', async ({ page, browser }) => {
  const { cookies } = await startSignIn(page)
  const other = await browser.newContext()
  const { url } = await startSignIn(await other.newPage())
  expect(await endSignIn(url, cookies)).toMatchObject({ isIn: false })
  await other.close()
})

test('a new key of the provider needs nothing here', async ({ page }) => {
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  provider.rotateKey()
  await page.context().clearCookies()
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
})

test('a beginning from another origin is refused, and asks the provider nothing', async ({ page }) => {
  const { csrfToken } = await (await page.request.get(`${home}/api/auth/csrf`)).json()
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const answer = await page.request.post(`${home}/api/auth/signin/oidc`, { form: { csrfToken }, headers })
    expect(answer.status()).toBe(403)
    expect((await answer.json()).error.code).toBe('csrf_rejected')
  }
})

test('too many failed sign-ins show the time to wait, at the start and at the end of a sign-in', async ({
  page,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/status of 429/)
  const port = String(await freePort())
  const ownUrl = `http://127.0.0.1:${port}`
  const limited = await startServer({
    ...readWorld().serverEnv,
    PORT: port,
    HINDSIGHT_PUBLIC_URL: ownUrl,
    HINDSIGHT_TRUST_PROXY: 'true',
    HINDSIGHT_SIGN_IN_LIMIT: '1',
    HINDSIGHT_OIDC_ISSUER: provider.issuer,
    HINDSIGHT_OIDC_CLIENT_ID: 'hindsight',
    HINDSIGHT_OIDC_CLIENT_SECRET: provider.clientSecret,
    HINDSIGHT_OIDC_NAME: 'Example ID',
  })
  const ipAddress = `192.0.2.${randomUUID()}`
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': ipAddress })
  await page.goto(`${ownUrl}/sign-in`)
  const { csrfToken } = await (await page.request.get(`${ownUrl}/api/auth/csrf`)).json()
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': ipAddress }
  const begin = () =>
    page.request.post(`${ownUrl}/api/auth/signin/oidc`, { form: { csrfToken, json: 'true' }, headers, maxRedirects: 0 })
  const end = () =>
    fetch(`${ownUrl}/api/auth/callback/oidc?code=a&state=b`, {
      redirect: 'manual',
      headers: { cookie: 'hindsight.state=made-up', 'x-forwarded-for': ipAddress },
    })
  for (let nth = 0; nth < 5; nth += 1) {
    expect((await begin()).status()).toBe(200)
    expect((await end()).headers.get('location')).not.toContain('TooMany')
  }
  expect((await end()).headers.get('location')).toMatch(/\/api\/auth\/signin\?error=TooManyAttempts%3A\d+$/)
  const tooMany = await begin()
  expect(tooMany.status()).toBe(429)
  expect(tooMany.headers()['retry-after']).toMatch(/^\d+$/)
  expect((await tooMany.json()).error.code).toBe('rate_limited')
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect(refusal(page)).toHaveText(/Too many attempts\. Try again in 1[45] minutes\./)
  await page.goto(`${ownUrl}/sign-in?error=TooManyAttempts:120`)
  await expect(refusal(page)).toHaveText(/Too many attempts\. Try again in 2 minutes\./)
  await page.goto('about:blank')
  await limited.stop()
})

test('where the sign-in leads to is never another origin', async ({ page }) => {
  for (const target of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://',
  ]) {
    await page.context().clearCookies()
    await signIn(page, `/sign-in?callbackUrl=${encodeURIComponent(target)}`)
    await expect(page).toHaveURL(`${home}/`)
    const { csrfToken } = await (await page.request.get(`${home}/api/auth/csrf`)).json()
    const form = { csrfToken, callbackUrl: target, json: 'true' }
    const headers = { 'sec-fetch-site': 'same-origin' }
    const begun = await page.request.post(`${home}/api/auth/signin/oidc`, { form, headers })
    expect(begun.status()).toBe(200)
    const callbackCookie = (await page.context().cookies()).find(({ name }) => name.includes('callback-url'))
    expect(new URL(decodeURIComponent(callbackCookie?.value ?? '')).origin).toBe(home)
  }
})

test('a provider that does not respond shows an error, and the password still works', async ({ page, baseURL }) => {
  const person = await addAccount(baseURL ?? '', 'viewer')
  for (const path of ['/token', '/jwks', '/me']) {
    provider.cutsAt = path
    await signIn(page)
    await expectRefused(page, /did not confirm who you are/)
  }
  provider.isSilent = true
  await signIn(page)
  await expectRefused(page, /Example ID cannot be reached/)
  provider.stop()
  await signIn(page)
  await expectRefused(page, /Example ID cannot be reached/)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/sign-in/)
  expect((await fetchSession(page)).status()).toBe(200)
})
