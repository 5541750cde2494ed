import { expect, test } from '#e2e/support/fixtures.ts'

test('sorts and pages the users, and opens one', async ({ page, signInAs, expectAccessible }) => {
  await signInAs('viewer')
  await page.goto('/users')
  const table = page.getByRole('region', { name: 'Users' })
  await expect(table.getByRole('row')).not.toHaveCount(1)
  await expectAccessible()

  await table.getByRole('link', { name: 'Name' }).click()
  await expect(page).toHaveURL('/users?sort=name')
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  const first = await table.getByRole('row').nth(1).textContent()
  await table.getByRole('link', { name: 'Name' }).click()
  await expect(page).toHaveURL('/users?sort=-name')
  await expect(table.getByRole('row').nth(1)).not.toHaveText(first ?? '')

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/users?page=2&sort=-name')
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page).toHaveURL('/users?sort=-name')
  await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page')

  const person = table.getByRole('row').nth(1).getByRole('link')
  const name = (await person.textContent()) ?? ''
  await table.getByRole('row').nth(1).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(name)
  await expect(page.getByRole('img', { name: `Portrait of ${name}` })).toBeVisible()
  await expectAccessible()
})

test('filters products by category and price, all in the URL', async ({ page, signInAs, expectAccessible }) => {
  await signInAs('viewer')
  await page.goto('/products')
  await expectAccessible()
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
  await expectAccessible()
})
