import type { Page } from 'playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, completeOwnReview } from '#e2e/support/own-review.ts'

const parts = [
  'Summary',
  'Timeline',
  'The change',
  'Outcome',
  'Plan against actual',
  'Risk',
  'Incidents',
  'Improvement actions',
  'Lessons',
  'Requester feedback',
  'Sign-off',
] as const

const part = (page: Page, name: string) =>
  page
    .getByRole('article')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

/** Counts the pages of a PDF. Chromium writes each as an object that is not compressed. */
const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

const readTexts = async (pdf: Uint8Array): Promise<string[]> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })).text

test('the report of a completed review holds all parts of it, and is printed', async ({ page, signInAs }) => {
  const ownReview = await addOwedReview()
  await signInAs('reviewer')
  const reference = await completeOwnReview(page.request, ownReview)
  await page.goto(`/changes/${ownReview.number}/report`)
  await expect(page.getByRole('heading', { level: 1, name: ownReview.title })).toBeVisible()

  await test.step('it holds all parts', async () => {
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(parts)
    await expect(part(page, 'Lessons').getByText('nightly job', { exact: true })).toHaveCSS('font-weight', '700')
    await expect(part(page, 'Lessons').getByRole('heading', { name: 'Next time' })).toBeVisible()
    await expect(page.getByRole('article')).toContainText(reference)
    await expect(page.getByRole('article')).toContainText(/Times are in \S+/)
    await expect(page.getByRole('article')).toContainText('Reviewed by Noor Haddad, completed by Noor Haddad on')
    await expectAccessible(page)
  })

  await test.step('it is printed whole in the light theme, without the shell', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('article')).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Back to the change' })).toBeHidden()
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(27, 31, 32)')

    // The script of the page sets the line at the top of each sheet.
    const header = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--print-header'))
    await expect.poll(header).not.toBe('')
    const pdf = await page.pdf({ format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' } })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect([3, 4]).toContain(countPages(pdf))
    const pages = await readTexts(await page.pdf({ format: 'A4', preferCSSPageSize: true }))
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(text).toContain('Internal')
      // No heading stands alone at the end of a page: the text below is on the same page.
      for (const name of parts) expect(text.replace(/Page \d+ of \d+.*/, '')).not.toMatch(new RegExp(`\\n${name}\\s*$`))
    }
    expect(pages.at(-1)?.replace(/\s+/g, ' ')).toContain('Printed by Noor Haddad on')
    const small = await page.pdf({ format: 'A5' })
    expect(countPages(small)).toBeGreaterThan(countPages(pdf))
  })
})
