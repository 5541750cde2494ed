import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'

const readHeaders = (page: Page) =>
  page.getByRole('table', { name: 'Incidents' }).getByRole('columnheader').allTextContents()

/** Opens the chooser and waits for its form. */
async function openChooser(page: Page) {
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await expect(chooser.getByRole('button', { name: 'Apply' })).toBeVisible()
  return chooser
}

test('chosen columns are shown at any width, stay after a reload, and are part of a view', async ({
  page,
  signInAsOwn,
}) => {
  // The width hides a column by default.
  await page.setViewportSize({ width: 1024, height: 768 })
  await signInAsOwn('viewer')
  await page.goto('/incidents')
  const hidden = page.getByRole('columnheader', { name: 'Resolved' })
  await expect(hidden).toBeHidden()
  const before = await readHeaders(page)
  const chooser = await openChooser(page)
  await expect(chooser.getByRole('checkbox', { name: 'Resolved' })).not.toBeChecked()
  await expectAccessible(page)
  await chooser.getByRole('checkbox', { name: 'Resolved' }).check()
  await chooser.getByRole('checkbox', { name: 'Priority' }).uncheck()
  await chooser.getByRole('button', { name: 'Apply' }).click()
  await expect(hidden).toBeVisible()
  const chosen = await readHeaders(page)
  expect(chosen).not.toContain('Priority')
  await page.reload()
  expect(await readHeaders(page)).toEqual(chosen)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('When resolved')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('View “When resolved” saved')).toBeVisible()
  await (await openChooser(page)).getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => readHeaders(page)).toEqual(before)
  await page.goto('/incidents')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('link', { name: 'When resolved' }).click()
  await expect.poll(() => readHeaders(page)).toEqual(chosen)
})
