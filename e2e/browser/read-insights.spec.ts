import { expect, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { insertChange } from '#server/reviews/testing.ts'

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

test('a model is found in titles, decided in four clicks, and confirmed by another manager', async ({
  page,
  signInAs,
}) => {
  const word = ownWord().replaceAll(/\d/g, 'x')
  const ended = { state: 'closed', actualEnd: new Date().toISOString() } as const
  await withDatabase(async (db) => {
    for (let month = 1; month <= 3; month += 1)
      await insertChange(db, `CHG-${word}-${month}`, { title: `Rotate the logs of ${word} ${month}`, ...ended })
  })
  await signInAs('manager')
  await page.goto('/insights')
  await page.getByRole('link', { name: 'Standard changes' }).click()
  await page.getByRole('button', { name: 'Find models in titles' }).click()
  const name = `Rotate the logs of ${word}`
  await page.getByRole('form', { name }).getByRole('button').click()
  await expect(page.getByRole('form', { name })).toBeHidden()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Decide on ${name}` }).click()
  await page.getByLabel('Reason').fill('The same steps each month.')
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  const row = page.getByRole('row', { name })
  await expect(row.getByRole('button', { name: 'Another manager confirms it' })).toBeDisabled()
  await signInAs('admin')
  await page.reload()
  await row.getByRole('button', { name: /^Confirm/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(row.getByText('Standard', { exact: true })).toBeVisible()
})
