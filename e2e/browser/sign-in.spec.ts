import type { Page } from 'playwright/test'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { startServer } from '#e2e/support/server-process.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'

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

test('signing out everywhere ends the sessions of other browsers too', async ({
  page,
  signInElsewhere,
  signInAsOwn,
}) => {
  const person = await signInAsOwn('viewer')
  const other = await signInElsewhere(person)
  await page.goto('/users')
  const menu = page.getByRole('button', { name: `Account of ${person.name}` })
  await menu.press('Enter')
  await page.getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect.poll(async () => (await other.request.get('/api/app/v1/session')).status()).toBe(401)
  const elsewhere = await other.newPage()
  await elsewhere.goto('/users')
  await expect(elsewhere).toHaveURL(/\/sign-in/)
})

test('too many attempts show the time to wait', async ({ page, world }) => {
  expectConsoleErrors(page, /status of 401/)
  const person = await addAccount('viewer')
  // High enough for the failures of other tests, which count for this IP address too; its limit is five times as high.
  const limit = 20
  const server = await startServer({ ...world.serverEnv, HINDSIGHT_SIGN_IN_LIMIT: String(limit) })
  for (let guess = 1; guess < limit; guess++) {
    const wrong = { ...person, password: `guess ${guess}` }
    await expect(signInWith(page.context().request, server.baseUrl, wrong)).rejects.toThrow()
  }
  await page.goto(`${server.baseUrl}/sign-in`)
  const refusal = page.getByRole('alert').filter({ hasText: /\w/ })
  await fillIn(page, { ...person, password: 'the last guess' })
  await expect(refusal).toHaveText(/Wrong e-mail address or password/)
  await page.reload()
  await fillIn(page, person)
  await expect(refusal).toHaveText(/Too many attempts\. Try again in 1[45] minutes\./)
  await page.reload()
  await fillIn(page, { email: viewer.email, password: demoPassword })
  await expect(page).not.toHaveURL(/sign-in/)
  await page.goto('about:blank')
  await server.stop()
})

test('outside the demo no account is offered', async ({ page, world }) => {
  const server = await startServer({
    ...world.serverEnv,
    HINDSIGHT_DEMO: 'false',
    HINDSIGHT_SECRET: 'a-secret-of-this-test-0123456789-abcdefghij',
  })
  await page.goto(`${server.baseUrl}/sign-in`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Demo accounts')).toBeHidden()
  expect(await page.content()).not.toContain(demoPassword)
  await server.stop()
})

test('over TLS every cookie is bound to the host, and HSTS is set', async ({ world }) => {
  const server = await startServer({
    ...world.serverEnv,
    HINDSIGHT_PUBLIC_URL: 'https://hindsight.example',
  })
  const first = await fetch(`${server.baseUrl}/api/auth/csrf`)
  const { csrfToken } = (await first.json()) as { csrfToken: string }
  const cookie = first.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const answer = await fetch(`${server.baseUrl}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookie.join('; ') },
    body: new URLSearchParams({ csrfToken, email: viewer.email, password: demoPassword, json: 'true' }),
  })
  expect(answer.status).toBe(200)
  const lines = [...first.headers.getSetCookie(), ...answer.headers.getSetCookie()]
  const names = lines.map((line) => line.split('=', 1)[0])
  for (const name of ['session', 'csrf', 'callback-url']) expect(names).toContain(`__Host-hindsight.${name}`)
  for (const line of lines) {
    expect(line).toMatch(/^__Host-hindsight\./)
    for (const flag of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(line).toContain(flag)
    expect(line).not.toContain('Domain')
  }
  for (const path of ['/sign-in', '/icon.svg', '/no-such-page', '/api/health', '/api/none', '/api/auth/csrf']) {
    const { headers } = await fetch(`${server.baseUrl}${path}`)
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
  }
  await server.stop()
})
