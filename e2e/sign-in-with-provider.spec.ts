import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { addAccount, openAdmin } from './own-account.ts'
import { type OwnProvider, startProvider } from './own-provider.ts'
import { freePort, type ServerProcess, startServer } from './server-process.ts'
import { readWorld } from './world.ts'

test.describe.configure({ mode: 'default' })

let server: ServerProcess
let provider: OwnProvider
let home: string
test.beforeAll(async () => {
  const port = String(await freePort())
  home = `http://127.0.0.1:${port}`
  provider = await startProvider(`${home}/api/auth/callback/oidc`)
  server = await startServer('production', {
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
  provider.bend = undefined
})

function newPerson(): Record<string, unknown> {
  const sub = randomUUID()
  const email = `${sub}@hindsight.example`
  return { sub, email, email_verified: true, name: `Person ${sub.slice(0, 8)}`, roles: ['reviewers'] }
}

const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: /\w/ })
const sessionOf = (page: Page) => page.request.get(`${home}/api/app/v1/session`)

async function signIn(page: Page, path = '/users?page=2'): Promise<void> {
  await page.goto(`${home}${path}`)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
}

async function expectRefused(page: Page, words: RegExp): Promise<void> {
  await expect(refusal(page)).toHaveText(words)
  await expect(page).toHaveURL(/\/sign-in/)
  expect((await sessionOf(page)).status()).toBe(401)
}

test('a person whom the provider knows gets in, to the page that was asked for', async ({ page, expectAccessible }) => {
  await page.goto(`${home}/users?page=2`)
  await expect(page.getByRole('button', { name: 'Sign in with Example ID' })).toBeVisible()
  await expectAccessible()
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  await expect(page.getByRole('button', { name: `Account of ${provider.person.name}` })).toBeVisible()
  const { account } = await (await sessionOf(page)).json()
  expect(account).toMatchObject({ email: provider.person.email, name: provider.person.name, role: 'reviewer' })

  await page.context().clearCookies()
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  expect((await (await sessionOf(page)).json()).account.id).toBe(account.id)
})

test('a person who has an account is found by the verified e-mail address', async ({ page, baseURL }) => {
  const known = await addAccount(baseURL ?? '', 'viewer')
  provider.person = { ...provider.person, email: known.email.toUpperCase() }
  await signIn(page)
  await expect(page).toHaveURL(`${home}/users?page=2`)
  expect((await (await sessionOf(page)).json()).account).toMatchObject({ id: known.id, role: 'reviewer' })
})

test('an address that is not verified opens nobody’s account', async ({ page, baseURL, expectAccessible }) => {
  const known = await addAccount(baseURL ?? '', 'viewer')
  provider.person = { ...provider.person, email: known.email, email_verified: false }
  await signIn(page)
  await expectRefused(page, /Example ID does not say that your e-mail address is verified/)
  await expectAccessible()
})

test('a role that is not on the list gives no access', async ({ page }) => {
  provider.person = { ...provider.person, roles: ['admin', 'guests'] }
  await signIn(page)
  await expectRefused(page, /gives no access here/)
})

test('a disabled account stays out', async ({ page, baseURL }) => {
  const known = await addAccount(baseURL ?? '', 'reviewer')
  const admin = await openAdmin(baseURL ?? '')
  expect((await admin.patch(`/api/app/v1/accounts/${known.id}`, { data: { is_disabled: true } })).status()).toBe(200)
  await admin.dispose()
  provider.person = { ...provider.person, email: known.email }
  await signIn(page)
  await expectRefused(page, /Your account is disabled/)
})

const now = () => Math.floor(Date.now() / 1000)
const bends: Record<string, NonNullable<OwnProvider['bend']>> = {
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
for (const [what, bend] of Object.entries(bends)) {
  test(`an ID token ${what} is refused`, async ({ page }) => {
    provider.bend = bend
    await signIn(page)
    await expectRefused(page, /did not confirm who you are/)
  })
}

test('a clock that is a few seconds off does no harm', async ({ page }) => {
  provider.bend = ({ header, claims }) => ({ header, claims: { ...claims, iat: now() + 5, exp: now() + 3600 } })
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

test('where the sign-in leads to is never another origin', async ({ page }) => {
  for (const asked of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'http://']) {
    await page.context().clearCookies()
    await signIn(page, `/sign-in?callbackUrl=${encodeURIComponent(asked)}`)
    await expect(page).toHaveURL(`${home}/`)
    const { csrfToken } = await (await page.request.get(`${home}/api/auth/csrf`)).json()
    const form = { csrfToken, callbackUrl: asked, json: 'true' }
    const begun = await page.request.post(`${home}/api/auth/signin/oidc`, { form })
    expect(begun.status()).toBe(200)
    const kept = (await page.context().cookies()).find(({ name }) => name.includes('callback-url'))
    expect(new URL(decodeURIComponent(kept?.value ?? '')).origin).toBe(home)
  }
})

test('a provider that is silent or away is told, and the password still works', async ({ page, baseURL }) => {
  const person = await addAccount(baseURL ?? '', 'viewer')
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
  expect((await sessionOf(page)).status()).toBe(200)
})
