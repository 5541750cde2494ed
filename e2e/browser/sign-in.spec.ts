import type { Page } from 'playwright/test'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { startServer } from '#e2e/support/server-process.ts'
import { demoAccounts } from '#server/demo/accounts.ts'

const [viewer] = demoAccounts
if (!viewer) throw new Error('The demo has no accounts.')

async function fillIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a wrong password shows an error, the right one leads to the requested page', async ({ page }) => {
  expectConsoleErrors(page, /status of 401/)
  const person = await addAccount('viewer')
  await page.goto('/users?page=2&sort=-name')
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/)
  await fillIn(page, { ...person, password: 'not the password' })
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong e-mail address or password' })).toBeVisible()
  await expect(page.getByLabel('Password')).toBeFocused()
  await expectAccessible(page)
  await fillIn(page, person)
  await expect(page).toHaveURL('/users?page=2&sort=-name')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await page.goto('/sign-in')
  await expect(page).not.toHaveURL(/sign-in/)
})

test('a demo account is filled in by choosing it', async ({ page }) => {
  await page.goto('/sign-in?callbackUrl=/products')
  await page.getByRole('button', { name: viewer.name }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(viewer.email)
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products')
})

// When the service says so: e2e/api/caller-address.spec.ts.
test('too many attempts show the time to wait', async ({ page }) => {
  expectConsoleErrors(page, /status of 401/)
  const refusal = { url: '/api/auth/error?error=TooManyAttempts%3A840&provider=credentials' }
  await page.route('**/api/auth/callback/credentials*', (route) => route.fulfill({ status: 401, json: refusal }))
  await page.goto('/sign-in')
  await fillIn(page, { email: viewer.email, password: 'a guess' })
  const alert = page.getByRole('alert').filter({ hasText: /\w/ })
  await expect(alert).toHaveText(/Too many attempts\. Try again in 14 minutes\./)
})

// The cookies of a sign-in over TLS: server/platform/auth/next-auth-options.test.ts.
test('over TLS every response has HSTS', async ({ world }) => {
  const server = await startServer({ ...world.serverEnv, HINDSIGHT_PUBLIC_URL: 'https://hindsight.example' })
  for (const path of ['/sign-in', '/icon.svg', '/no-such-page', '/api/health', '/api/none', '/api/auth/csrf']) {
    const { headers } = await fetch(`${server.baseUrl}${path}`)
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
  }
  await server.stop()
})
