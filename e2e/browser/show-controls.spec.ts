import { expect, test } from '#e2e/support/fixtures.ts'

const requirement = 'DORA RTS 2024/1774, art. 17(1)(e)'

test('a manager decides what shows a requirement, and each count opens its changes', async ({
  page,
  signInAs,
  expectAccessible,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/400/)
  await signInAs('manager')
  await page.goto('/insights')
  await page.getByRole('link', { name: 'Controls' }).click()
  const item = page.getByRole('listitem').filter({ hasText: '(e): There is a fall-back' })
  await expect(item).toContainText(/\d+ of \d+ closed changes show it/)
  await expectAccessible()

  await item.getByRole('button', { name: `Edit ${requirement}` }).click()
  const dialog = page.getByRole('dialog', { name: requirement })
  await dialog.getByLabel(/^Shown by/).fill('backup = true')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/is no filter: .*backup/)).toBeVisible()
  await dialog.getByLabel(/^Shown by/).fill('has_backout_plan = true AND assigned_to IS NOT EMPTY')
  await dialog.getByLabel(/^Other evidence/).fill('The runbooks are in the wiki.')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(item).toContainText('The runbooks are in the wiki.')

  const missing = item.getByRole('link', { name: /is not shown by$/ })
  const count = await missing.textContent()
  await missing.click()
  await expect(page).toHaveURL(/\/changes\?query=/)
  await expect(page.getByText(new RegExp(`of ${count} changes|^${count} changes?$`)).first()).toBeVisible()
})
