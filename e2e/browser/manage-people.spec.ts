import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { ownWord } from '#e2e/support/own-records.ts'
import { recordSecrets } from '#e2e/support/recorded-secrets.ts'
import { finishImport } from '#e2e/support/run-queued-imports.ts'
import { signInWith } from '#e2e/support/sign-in.ts'

const readLink = async (page: Page) => (await page.getByText(/\/sign-in\/reset#invite_/).textContent()) ?? ''

test('an admin adds people from a file, corrects a row, and an invited person chooses a password', async ({
  page,
  browser,
  baseURL,
  signInAs,
}) => {
  const word = ownWord().toLowerCase()
  const ada = `ada.${word}@hindsight.example`
  const bea = `bea.${word}@hindsight.example`
  const csv = `name,email,role,department,phone\nAda ${word},${ada},reviewer,Operations,1\nBea ${word},${bea},boss,,2\n`
  await signInAs('admin')
  await page.goto('/admin/accounts')
  await page.getByRole('link', { name: 'Add from a file' }).click()
  await expect(page.getByRole('radio', { name: /^Accounts/ })).toBeChecked()
  await page
    .getByLabel('Choose a file to import')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Import accounts' }).click()
  await finishImport(page)
  const refused = page.getByRole('region', { name: 'Refused rows' }).first()
  await expect(refused).toContainText('"boss" is not one of Viewer, Auditor, Reviewer, Manager, Admin')
  await page.getByRole('button', { name: 'Invite them' }).click()
  await expect(page.getByText('1 person invited')).toBeVisible()
  await expectAccessible(page)
  const link = (await readLink(page)).split('\n')[1]?.split(',')[1] ?? ''
  recordSecrets(link.split('#')[1] ?? '')
  await refused.getByLabel(/^role, /).fill('viewer')
  await page.getByRole('button', { name: 'Resubmit 1 corrected row' }).click()
  await finishImport(page)
  await page.getByRole('button', { name: 'Invite them' }).click()
  await expect(page.getByText('1 person invited')).toBeVisible()
  recordSecrets((await readLink(page)).split('#')[1] ?? '')

  const theirPage = await browser.newPage({ baseURL: baseURL ?? '' })
  await theirPage.goto(link)
  await theirPage.getByRole('textbox', { name: 'New password' }).fill(`the rain in ${word}`)
  await theirPage.getByRole('button', { name: 'Set password' }).click()
  await expect(theirPage.getByRole('status')).toContainText('Your password is set.')
  await signInWith(theirPage.context().request, baseURL ?? '', { email: ada, password: `the rain in ${word}` })
  await theirPage.close()

  await page.goto(`/admin/accounts?search=${word}`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row(`Ada ${word}`)).toContainText('Active')
  await expect(row(`Ada ${word}`)).toContainText('Operations')
  await expect(row(`Bea ${word}`)).toContainText('Invited')
  await page.getByRole('button', { name: `Actions for Bea ${word}` }).click()
  await page.getByRole('menuitem', { name: 'Invite again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  recordSecrets((await readLink(page)).split('#')[1] ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Actions for Bea ${word}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke the invitation' }).click()
  await expect(row(`Bea ${word}`)).toContainText('Not invited')
})
