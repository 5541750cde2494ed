import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { type OwnProvider, startProvider } from '#e2e/support/own-provider.ts'
import { freePort, type ServerProcess, startServer } from '#e2e/support/server-process.ts'
import { readWorld } from '#e2e/support/world.ts'

// The provider does not say whether an e-mail address is verified, like Microsoft Entra ID, but its addresses are
// trusted.
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
    HINDSIGHT_OIDC_DEFAULT_ROLE: 'viewer',
    HINDSIGHT_OIDC_TRUST_EMAIL: 'true',
  })
})
test.afterAll(async () => {
  await server.stop()
  provider.stop()
})

async function signIn(page: Page, more: Record<string, unknown>): Promise<string> {
  const sub = randomUUID()
  const email = `${sub}@hindsight.example`
  provider.person = { sub, email, name: 'Person', ...more }
  await page.goto(`${home}/users?page=2`)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  return email
}

test('a person gets in without the word that the e-mail address is verified', async ({ page }) => {
  const email = await signIn(page, {})
  await expect(page).toHaveURL(`${home}/users?page=2`)
  const { account } = await (await page.request.get(`${home}/api/app/v1/session`)).json()
  expect(account).toMatchObject({ email, role: 'viewer' })
})

test('an e-mail address that is said to be unverified is refused all the same', async ({ page }) => {
  await signIn(page, { email_verified: false })
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveText(
    /says that your e-mail address is not verified/,
  )
  await expect(page).toHaveURL(/\/sign-in/)
})

test('no other claim is used as the e-mail address', async ({ page }) => {
  await signIn(page, { email: undefined, preferred_username: 'person@hindsight.example' })
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveText(
    /does not share your e-mail address with Hindsight/,
  )
})
