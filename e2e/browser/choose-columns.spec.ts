import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'

const readHeaders = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('columnheader').allTextContents()

/** Opens the chooser and waits for its form. */
async function openChooser(page: Page) {
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await expect(chooser.getByRole('button', { name: 'Apply' })).toBeVisible()
  return chooser
}

// Wide enough that no default column is hidden.
test.use({ viewport: { width: 1440, height: 900 } })

test('a column that the width hides by default is shown once it is ticked', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/incidents')
  const chooser = await openChooser(page)
  const hidden = page.getByRole('columnheader', { name: 'Resolved' })
  const box = chooser.getByRole('checkbox', { name: 'Resolved' })
  await expect(hidden).toBeHidden()
  await expect(box).not.toBeChecked()
  await box.check()
  await chooser.getByRole('button', { name: 'Apply' }).click()
  await expect(hidden).toBeVisible()
})

test('chosen columns stay after a reload, in a saved view and on a phone', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('viewer')
  await page.goto('/incidents')
  const before = await readHeaders(page, 'Incidents')
  expect(before).toEqual(['Number', 'Incident', 'Priority', 'State', 'Service', 'Change', 'Opened', 'Resolved'])

  const chooser = await openChooser(page)
  await expectAccessible()
  await chooser.getByRole('checkbox', { name: 'Priority' }).uncheck()
  await chooser.getByRole('checkbox', { name: 'Updated' }).check()
  await chooser.getByRole('button', { name: 'Apply' }).click()
  const chosen = ['Number', 'Incident', 'State', 'Service', 'Change', 'Opened', 'Resolved', 'Updated']
  await expect.poll(() => readHeaders(page, 'Incidents')).toEqual(chosen)
  await expectAccessible()
  await page.reload()
  expect(await readHeaders(page, 'Incidents')).toEqual(chosen)
  await page.getByRole('columnheader', { name: 'Opened' }).getByRole('link').click()
  await expect(page).toHaveURL('/incidents?sort=opened_at')
  expect(await readHeaders(page, 'Incidents')).toEqual(chosen)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Latest first')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('View “Latest first” saved')).toBeVisible()
  await (await openChooser(page)).getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => readHeaders(page, 'Incidents')).toEqual(before)
  await page.goto('/incidents')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('link', { name: 'Latest first' }).click()
  await expect.poll(() => readHeaders(page, 'Incidents')).toEqual(chosen)

  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.getByRole('table', { name: 'Incidents' }).getByRole('row').nth(1)
  const labels = await card
    .getByRole('cell', { includeHidden: true })
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-label')))
  expect(labels.filter((label) => label !== null)).toEqual(chosen.slice(2))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible()
})

const lists = [
  ['/changes', 'Changes', 'Close code'],
  ['/improvements?status=all', 'Improvement actions', 'Recheck'],
] as const

for (const [path, table, column] of lists) {
  test(`${path} shows an additional column`, async ({ page, signInAs, expectAccessible }) => {
    await signInAs('manager')
    await page.goto(path)
    expect(await readHeaders(page, table)).not.toContain(column)
    const chooser = await openChooser(page)
    await chooser.getByRole('checkbox', { name: column }).check()
    await chooser.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('table', { name: table }).getByRole('columnheader', { name: column })).toBeVisible()
    await expectAccessible()
  })
}
