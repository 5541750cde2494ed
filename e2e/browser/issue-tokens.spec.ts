import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'

const findRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'API tokens' }).getByRole('row').filter({ hasText: name })

async function makeToken(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const made = page.getByRole('dialog', { name: `Token “${name}” created` })
  const secret = await made.getByText(/^hindsight_\w+_[\w-]+$/).textContent()
  return secret ?? ''
}

test('makes a token that is shown once, works, and is refused after it is revoked', async ({
  page,
  signInAs,
  baseURL,
}) => {
  const name = `Sync ${randomUUID()}`
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs('admin')
  await page.goto('/admin/tokens')
  const secret = await makeToken(page, name)
  const made = page.getByRole('dialog')
  await expectAccessible(page)
  await made.getByRole('button', { name: 'Copy the token' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await made.getByRole('button', { name: 'Copy the command' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl -H 'Authorization: Bearer ${secret}' '${baseURL}/api/itsm/v1/changes?limit=2'`,
  )
  await page.mouse.click(5, 5)
  await expect(made).toBeVisible()
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(made).toBeHidden()
  expect(await page.content()).not.toContain(secret)

  const ask = async () => {
    const headers = { authorization: `Bearer ${secret}` }
    return (await fetch(`${baseURL}/api/itsm/v1/changes?limit=2`, { headers })).status
  }
  await expect(findRow(page, name)).toContainText('Never')
  expect(await ask()).toBe(200)
  await expect
    .poll(async () => {
      await page.reload()
      return findRow(page, name).textContent()
    })
    .toMatch(/itsm.*Read only.*by Sanna Koskinen.*now.*Active/)

  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: `Revoke the token “${name}”?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(`Token “${name}” revoked`)).toBeVisible()
  await expect(findRow(page, name)).toContainText('Revoked')
  await expect(page.getByRole('button', { name: `Revoke ${name}` })).toBeHidden()
  await expect.poll(ask).toBe(401)

  const states = page.getByRole('navigation', { name: 'State' })
  await states.getByRole('link', { name: 'Active' }).click()
  await expect(page).toHaveURL('/admin/tokens?state=active')
  await expect(findRow(page, name)).toBeHidden()
  await states.getByRole('link', { name: 'Revoked' }).click()
  await expect(page).toHaveURL('/admin/tokens?state=revoked')
  await expect(findRow(page, name)).toBeVisible()
})
