import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { type ServedProvider, startServerWithProvider } from '#e2e/support/own-provider.ts'

// The rules of a sign-in with a provider are tested by HTTP: e2e/api/sign-in-with-provider.spec.ts.
test.describe.configure({ mode: 'default' })

let served: ServedProvider
test.beforeAll(async () => {
  served = await startServerWithProvider()
})
test.afterAll(() => served.stop())

async function signIn(page: Page): Promise<void> {
  await page.goto(`${served.home}/users?page=2`)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
}

const fetchSession = (page: Page) => page.request.get(`${served.home}/api/app/v1/session`)

test('a person known to the provider signs in and reaches the requested page', async ({ page }) => {
  const { person } = served.provider
  await page.goto(`${served.home}/users?page=2`)
  await expect(page.getByRole('button', { name: 'Sign in with Example ID' })).toBeVisible()
  await expectAccessible(page)
  await signIn(page)
  await expect(page).toHaveURL(`${served.home}/users?page=2`)
  await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible()
  const { account } = await (await fetchSession(page)).json()
  expect(account).toMatchObject({ email: person.email, role: 'reviewer' })
})

test('a refused sign-in says why and keeps the requested page, and a silent provider leaves the password', async ({
  page,
}) => {
  const { provider, home } = served
  const refusal = page.getByRole('alert').filter({ hasText: /\w/ })
  const account = await addAccount('viewer')
  provider.person = { sub: randomUUID(), email: account.email, email_verified: false, roles: ['reviewers'] }
  await signIn(page)
  await expect(refusal).toHaveText(/says that your e-mail address is not verified/)
  await expectAccessible(page)
  provider.isSilent = true
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect(refusal).toHaveText(/Example ID cannot be reached/)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${home}/users?page=2`)
})
