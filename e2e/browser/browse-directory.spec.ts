import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'

test('filters products by category and price, all in the URL', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.goto('/products')
  const filters = page.getByRole('form', { name: 'Filter products' })
  const table = page.getByRole('region', { name: 'Products' })
  const category = (await filters.getByLabel('Category').getByRole('option').nth(1).textContent()) ?? ''
  await filters.getByLabel('Category').selectOption(category)
  await filters.getByLabel('Price from').fill('cheap')
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(filters.getByLabel('Price from')).toHaveAccessibleDescription(/Enter a decimal number/)
  await filters.getByLabel('Price from').fill('0.5')
  await filters.getByLabel('Price to').fill('100000')
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/category=.+&min_price=0\.5&max_price=100000/)
  for (const cell of await table
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
    .all()) {
    await expect(cell).toContainText(category)
  }
  await page.reload()
  await expect(filters.getByLabel('Category')).toHaveValue(category)
  await filters.getByRole('link', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/products')
  await expect(filters.getByLabel('Price to')).toHaveValue('')

  await page.goto('/products?min_price=99999999')
  await expect(page.getByText('No products match these filters')).toBeVisible()
  await expectAccessible(page)
})
