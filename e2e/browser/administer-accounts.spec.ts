import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount, type OwnAccount } from '#e2e/support/own-account.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import { createAccount } from '#server/platform/auth/account-commands.ts'

/** Path of the accounts page with only this account, because other tests add more than a page holds. */
const getAccountPath = ({ email }: Pick<OwnAccount, 'email'>) => `/admin/accounts?search=${encodeURIComponent(email)}`

const findRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Accounts' }).getByRole('row').filter({ hasText: name })

async function choose(page: Page, { name }: { name: string }, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Signs in with a password outside the browser. Returns true if the service accepts it. */
async function canSignIn(baseUrl: string, { email }: Pick<OwnAccount, 'email'>, password: string): Promise<boolean> {
  const first = await fetch(`${baseUrl}/api/auth/csrf`)
  const { csrfToken } = (await first.json()) as { csrfToken: string }
  const cookie = first.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const body = new URLSearchParams({ csrfToken, email, password, json: 'true' })
  const headers = { cookie: cookie.join('; ') }
  return (await fetch(`${baseUrl}/api/auth/callback/credentials`, { method: 'POST', headers, body })).ok
}

test('adds an account with a password that is shown once', async ({ page, signInAs, baseURL, expectAccessible }) => {
  const name = `Ines ${Date.now()}`
  const email = `ines.${Date.now()}@hindsight.example`
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs('admin')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/accounts')
  await expectAccessible()
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an account' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Manager').check()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Add account' }).click()
  const made = page.getByRole('dialog', { name: `${name} can sign in now` })
  await made.getByRole('button', { name: 'Copy the password' }).click()
  await expectAccessible()
  const password = await page.evaluate(() => navigator.clipboard.readText())
  await page.mouse.click(5, 5)
  await expect(made.getByText(password)).toBeVisible()
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(made).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add account' })).toBeFocused()
  await expect(findRow(page, name)).toContainText(/manager/i)
  expect(await page.content()).not.toContain(password)
  expect(await canSignIn(baseURL ?? '', { email }, password)).toBe(true)
})

test('shows field errors for an invalid new account', async ({
  page,
  signInAs,
  baseURL,
  expectConsoleErrors,
  expectAccessible,
}) => {
  expectConsoleErrors(/status of 409/)
  const otherAccount = await addAccount(baseURL ?? '', 'viewer')
  await signInAs('admin')
  await page.goto('/admin/accounts')
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an account' })
  await dialog.getByLabel('E-mail').fill('nobody')
  await dialog.getByLabel('Enter one').check()
  await dialog.getByLabel('New password').fill('too short')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.')
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/Enter an e-mail address/)
  await expect(dialog.getByLabel('New password')).toHaveAccessibleDescription(/Use at least 12 characters/)
  await expectAccessible()
  const name = `Again ${Date.now()}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(otherAccount.email.toUpperCase())
  await dialog.getByLabel('New password').fill('long enough a password')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/already belongs to another account/)
  await dialog.getByLabel('E-mail').fill(`again.${Date.now()}@hindsight.example`)
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(page.getByText(`${name} can sign in now`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(findRow(page, name)).toContainText(/reviewer/i)
})

test('changes name, role and password, each ending the sessions that it has to', async ({
  page,
  signInAs,
  browser,
  baseURL,
}) => {
  const person = await addAccount(baseURL ?? '', 'viewer')
  const theirContext = await browser.newContext({ baseURL: baseURL ?? '' })
  const status = async () => (await theirContext.request.get('/api/app/v1/session')).status()
  await signInWith(theirContext.request, baseURL ?? '', person)
  await signInAs('admin')
  await page.goto(getAccountPath(person))

  const renamed = { ...person, name: `${person.name} renamed` }
  await choose(page, person, 'Edit name and role')
  const edit = page.getByRole('dialog', { name: `Edit ${person.name}` })
  await edit.getByLabel('Name').fill(renamed.name)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(findRow(page, renamed.name)).toContainText(/viewer/i)
  await expect(edit).toBeHidden()
  expect(await status()).toBe(200)

  await choose(page, renamed, 'Edit name and role')
  await page.getByRole('dialog').getByLabel('Reviewer').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(findRow(page, renamed.name)).toContainText(/reviewer/i)
  await expect.poll(status, { timeout: 5_000 }).toBe(401)

  await choose(page, renamed, 'Set a new password')
  const set = page.getByRole('dialog', { name: `New password for ${renamed.name}` })
  await set.getByLabel('Enter one').check()
  await set.getByRole('textbox', { name: 'New password' }).fill('a brand new password')
  await set.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText(`${renamed.name} has a new password`)).toBeVisible()
  expect(await canSignIn(baseURL ?? '', person, person.password)).toBe(false)
  expect(await canSignIn(baseURL ?? '', person, 'a brand new password')).toBe(true)
  await theirContext.close()
})

test('signs out everywhere, disables and enables again', async ({
  page,
  signInAs,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const person = await addAccount(baseURL ?? '', 'viewer')
  const theirContext = await browser.newContext({ baseURL: baseURL ?? '' })
  const status = async () => (await theirContext.request.get('/api/app/v1/session')).status()
  await signInWith(theirContext.request, baseURL ?? '', person)
  await signInAs('admin')
  await page.goto(getAccountPath(person))

  await choose(page, person, 'Sign out everywhere')
  const question = page.getByRole('alertdialog', { name: `Sign ${person.name} out everywhere?` })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(`${person.name} is signed out everywhere`)).toBeVisible()
  await expect.poll(status, { timeout: 5_000 }).toBe(401)

  await signInWith(theirContext.request, baseURL ?? '', person)
  await choose(page, person, 'Disable')
  const disable = page.getByRole('alertdialog', { name: `Disable the account of ${person.name}?` })
  await expectAccessible()
  await disable.getByRole('button', { name: 'Disable' }).click()
  await expect(findRow(page, person.name)).toContainText('Disabled')
  await expect.poll(status, { timeout: 5_000 }).toBe(401)
  expect(await canSignIn(baseURL ?? '', person, person.password)).toBe(false)

  await choose(page, person, 'Enable')
  await expect(findRow(page, person.name)).toContainText('Active')
  expect(await canSignIn(baseURL ?? '', person, person.password)).toBe(true)
  await theirContext.close()
})

test('disables the actions that would remove the last admin, and explains why', async ({
  page,
  onEmptyServer,
  expectAccessible,
}) => {
  const admin = { email: 'sole@hindsight.example', name: 'Sole Admin', password: 'correct horse battery staple' }
  await onEmptyServer(async ({ server, db }) => {
    const actor = { kind: 'system', id: 'e2e', name: 'tests' } as const
    await createAccount({ db, actor, now: new Date(), requestId: 'e2e' }, { ...admin, role: 'admin' })
    await signInWith(page.context().request, server.baseUrl, admin)
    await page.goto(`${server.baseUrl}/admin/accounts`)
    await expect(page.getByText('There is only one admin')).toBeVisible()
    await choose(page, admin, 'Edit name and role')
    const dialog = page.getByRole('dialog', { name: 'Edit Sole Admin' })
    await expect(dialog.getByRole('group', { name: 'Role' })).toHaveAccessibleDescription(/This is the last admin/)
    await expect(dialog.getByRole('radio', { name: 'Viewer', exact: true })).toBeDisabled()
    await expect(dialog.getByRole('radio', { name: 'Admin' })).toBeChecked()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for Sole Admin' }).click()
    await expect(page.getByRole('menuitem', { name: 'Disable (ask another admin)' })).toBeDisabled()
  })
})

test('who signs themselves out everywhere comes to the sign-in page', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/status of 401/)
  const admin = await addAccount(baseURL ?? '', 'admin')
  await signInWith(page.context().request, baseURL ?? '', admin)
  await page.goto(getAccountPath(admin))
  await choose(page, admin, 'Sign out everywhere')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('is for admins: a manager sees policy and history, a reviewer nothing', async ({
  page,
  signInAs,
  expectConsoleErrors,
  expectAccessible,
}) => {
  expectConsoleErrors(/status of 403/)
  await signInAs('manager')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/policy')
  await expect(page.getByRole('navigation', { name: 'Administration' }).getByRole('link')).toHaveText([
    'Leavers',
    'Review policy',
    'Import',
    'History',
  ])
  for (const path of ['/admin/accounts', '/admin/tokens']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'You do not have access to this page' })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  expect((await page.context().request.get('/api/app/v1/accounts')).status()).toBe(403)
  expect((await page.context().request.get('/api/app/v1/tokens')).status()).toBe(403)
  await signInAs('reviewer')
  await page.goto('/admin/history')
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have access to this page' })).toBeVisible()
  await expectAccessible()
  expect((await page.context().request.get('/api/app/v1/history')).status()).toBe(403)
})

test('works by keyboard on a phone in the dark', async ({ page, signInAs, baseURL, expectAccessible }) => {
  const person = await addAccount(baseURL ?? '', 'viewer')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAs('admin')
  await page.goto(getAccountPath(person))
  const actions = page.getByRole('button', { name: `Actions for ${person.name}` })
  await actions.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit name and role' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Edit ${person.name}` })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(actions).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})
