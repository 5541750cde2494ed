import { expect, test } from '#e2e/support/fixtures.ts'

test('finds an operation in the reference and reads its responses', async ({ page, expectAccessible }) => {
  await page.goto('/reference')
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
  for (const subject of ['Authentication', 'Errors', 'Conditional requests', 'Idempotency', 'Filter language']) {
    await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
  }
  await expectAccessible()

  await page.getByRole('link', { name: 'List users' }).click()
  await expect(page).toHaveURL(/\/reference\/users#listUsers$/)
  await expect(page.getByText('curl -sS').first()).toBeVisible()

  const users = page.getByRole('article', { name: 'List users' })
  await expect(users.getByRole('heading', { name: 'Responses' })).toBeVisible()
  await users.getByText(/^Errors: 400/).click()
  await expect(users.getByText('invalid_parameter')).toBeVisible()
  await users.getByText(/^Fields of the body/).click()
  await expect(users.getByText('meta.limit')).toBeVisible()
  await expectAccessible()
})
