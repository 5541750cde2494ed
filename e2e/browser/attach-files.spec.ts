import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'

const log = { name: 'café run.log', mimeType: 'text/plain', buffer: Buffer.from('All tables moved.\n') }
const wrong = { name: 'minutes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>alert(1)</script>') }

async function choose(page: Page, button: string, ...files: (typeof log)[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(files)
}

test('a file at a step is checked, downloaded, in the report, and removed', async ({ page, openOwnReview }) => {
  expectConsoleErrors(page, /status of 415/)
  const ownReview = await openOwnReview('plan')
  await choose(page, 'Attach files to the step Plan', wrong, log)
  await expect(page.getByRole('alert').filter({ hasText: 'minutes.pdf was not attached' })).toContainText(
    'The content is text, not what the ending of its name says.',
  )
  const link = page.getByRole('link', { name: log.name })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await link.click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(log.name)
  expect(await readFile(await saved.path())).toEqual(log.buffer)

  await page.goto(`/changes/${ownReview.number}/report`)
  const files = page.getByRole('table', { name: 'Files' })
  await expect(files.getByRole('row').filter({ hasText: log.name })).toContainText('SHA-256')

  await page.goto(`/changes/${ownReview.number}/review/plan`)
  await page.getByRole('button', { name: `Remove ${log.name}` }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  // It closes with the response; until then all behind it, the link too, is hidden.
  await expect(dialog).toBeHidden()
  await expect(link).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Attach files to the step Plan' })).toBeVisible()
  await expect(link).toHaveCount(0)
})
