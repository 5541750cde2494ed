import { expect, test } from './fixtures.ts'

test('finds an operation in the reference and tries it', async ({ page, tokens, expectAccessible }) => {
  await page.goto('/reference')
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
  for (const subject of ['Authentication', 'Errors', 'Conditional requests', 'Idempotency', 'Filter language']) {
    await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
  }
  await expectAccessible()

  await page.getByRole('link', { name: 'List users' }).click()
  await expect(page).toHaveURL(/\/reference\/users#listUsers$/)
  await expect(page.getByText('curl -sS').first()).toBeVisible()

  await page.getByRole('button', { name: 'Try it listUsers' }).click()
  await page.getByLabel('Bearer token for resources').fill(tokens.resources.read)
  await page.getByLabel('limit (query)').fill('3')
  await page.getByRole('button', { name: 'Send listUsers' }).click()
  await expect(page.getByText('200 OK', { exact: true })).toBeVisible()
  await expect(page.getByText('"limit": 3')).toBeVisible()
  await page.getByText(/^Headers/).click()
  await expect(page.getByText('x-request-id:')).toBeVisible()
  await expectAccessible()
})

test('keeps the token while the reference is open, and shows what is refused', async ({
  page,
  tokens,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/status of 400/)
  await page.goto('/reference/incidents')
  await page.getByRole('button', { name: 'Try it listIncidents' }).click()
  await page.getByLabel('Bearer token for itsm').fill(tokens.itsm.read)
  await page.getByLabel('query (query)').fill('related_chang = CHG0000042')
  await page.getByRole('button', { name: 'Send listIncidents' }).click()
  await expect(page.getByText('"code": "invalid_filter"')).toBeVisible()

  await page.getByRole('navigation', { name: 'Reference' }).getByRole('link', { name: 'Changes' }).click()
  await page.getByRole('button', { name: 'Try it listChanges' }).click()
  await expect(page.getByLabel('Bearer token for itsm')).toHaveValue(tokens.itsm.read)
})

test('fits a phone, in the dark too', async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/reference')
  await page.getByText('Contents', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Reference' }).getByRole('link', { name: 'Improvements' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Improvements' })).toBeVisible()
  await page.getByRole('button', { name: 'Try it createImprovement' }).click()
  await expect(page.getByText('This writes to the data of this service.')).toBeVisible()
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)
  await expectAccessible()
})
