import { expect, test } from '#e2e/support/fixtures.ts'

test('changes period and filters, and stores them in the URL', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.goto('/insights?service=payments-db')
  const filters = page.getByRole('form', { name: 'Period and filters' })
  await filters.getByLabel('Period', { exact: true }).selectOption('Last quarter')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-3[01]&service=/)
  await expect(filters.getByLabel('Period', { exact: true })).toHaveValue('Last quarter')

  await filters.getByLabel('First day').fill('2025-05-01')
  await filters.getByLabel('Last day').fill('2025-04-30')
  await expect(filters.getByLabel('Last day')).toHaveAccessibleDescription(/before the first day/)
  await filters.getByLabel('Last day').fill('2025-06-30')
  await filters.getByLabel('Group by').selectOption('By quarter')
  await expect(page).toHaveURL('/insights?from=2025-05-01&to=2025-06-30&service=payments-db&bucket=quarter')
  await page.reload()
  await expect(filters.getByLabel('Service')).toHaveValue('payments-db')
  await filters.getByRole('link', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/insights')
  const response = await page.reload()
  expect((await response?.body())?.length, 'bytes of HTML').toBeLessThan(180_000)
})
