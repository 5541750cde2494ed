import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addAccount, type OwnAccount } from '#e2e/support/own-account.ts'
import { signInWith } from '#e2e/support/sign-in.ts'

/** Path of the accounts page with only this account, because other tests add more than a page holds. */
const getAccountPath = ({ email }: Pick<OwnAccount, 'email'>) => `/admin/accounts?search=${encodeURIComponent(email)}`

const findRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Accounts' }).getByRole('row').filter({ hasText: name })

async function choose(page: Page, { name }: { name: string }, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('adds an account with a password that is shown once', async ({ page, request, signInAs, baseURL }) => {
  const name = `Ines ${Date.now()}`
  const email = `ines.${Date.now()}@hindsight.example`
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs('admin')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/accounts')
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an account' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Manager').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add account' }).click()
  const made = page.getByRole('dialog', { name: `${name} can sign in now` })
  await made.getByRole('button', { name: 'Copy the password' }).click()
  await expectAccessible(page)
  const password = await page.evaluate(() => navigator.clipboard.readText())
  await page.mouse.click(5, 5)
  await expect(made.getByText(password)).toBeVisible()
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(made).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add account' })).toBeFocused()
  await expect(findRow(page, name)).toContainText(/manager/i)
  expect(await page.content()).not.toContain(password)
  await signInWith(request, baseURL ?? '', { email, password })
})

// That each of these ends the sessions: server/platform/auth/revocation.test.ts.
test('changes name, role and password, signs out everywhere, disables and enables again', async ({
  page,
  request,
  signInAs,
  baseURL,
}) => {
  const person = await addAccount('viewer')
  await signInAs('admin')
  await page.goto(getAccountPath(person))

  const renamed = { ...person, name: `${person.name} renamed` }
  await choose(page, person, 'Edit name and role')
  const edit = page.getByRole('dialog', { name: `Edit ${person.name}` })
  await edit.getByLabel('Name').fill(renamed.name)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(findRow(page, renamed.name)).toContainText(/viewer/i)
  await expect(edit).toBeHidden()

  await choose(page, renamed, 'Edit name and role')
  await page.getByRole('dialog').getByLabel('Reviewer').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(findRow(page, renamed.name)).toContainText(/reviewer/i)

  await choose(page, renamed, 'Set a new password')
  const set = page.getByRole('dialog', { name: `New password for ${renamed.name}` })
  await set.getByLabel('Enter one').check()
  await set.getByRole('textbox', { name: 'New password' }).fill('a brand new password')
  await set.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText(`${renamed.name} has a new password`)).toBeVisible()
  await signInWith(request, baseURL ?? '', { ...person, password: 'a brand new password' })

  await choose(page, renamed, 'Sign out everywhere')
  const question = page.getByRole('alertdialog', { name: `Sign ${renamed.name} out everywhere?` })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(`${renamed.name} is signed out everywhere`)).toBeVisible()

  await choose(page, renamed, 'Disable')
  const disable = page.getByRole('alertdialog', { name: `Disable the account of ${renamed.name}?` })
  await expectAccessible(page)
  await disable.getByRole('button', { name: 'Disable' }).click()
  await expect(findRow(page, renamed.name)).toContainText('Disabled')

  await choose(page, renamed, 'Enable')
  await expect(findRow(page, renamed.name)).toContainText('Active')
})
