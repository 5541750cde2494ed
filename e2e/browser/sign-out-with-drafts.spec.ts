import type { Page } from 'playwright/test'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { addAccount, type OwnAccount } from '#e2e/support/own-account.ts'
import { addOwedReview, openReview } from '#e2e/support/own-review.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import { buildDraftKey } from '#lib/api/stored-drafts.ts'

/** Returns the keys under which this browser stores unsent texts of any account. */
const readDraftKeys = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^hindsight(?:\.review\.|-article |-comment )/.test(key)),
  )

const articleText = (page: Page) => page.getByRole('textbox', { name: /^Text/ })

/** Signs in and begins an article, until the browser has stored its draft. */
async function beginArticle(page: Page, home: string, person: OwnAccount): Promise<void> {
  await signInWith(page.context().request, home, person)
  await page.goto('/knowledge/new')
  await articleText(page).fill('Half a thought')
  await expect.poll(() => readDraftKeys(page)).toEqual([buildDraftKey('article', person.id, 'new')])
}

async function choose(page: Page, person: OwnAccount, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Account of ${person.name}` }).click()
  await page.getByRole('button', { name: entry, exact: true }).click()
}

test('signing out lists unsent edits, and deletes them after a confirmation', async ({ page, context, baseURL }) => {
  expectConsoleErrors(page, /status of 401/)
  const home = baseURL ?? ''
  const ownReview = await addOwedReview()
  const person = await addAccount('reviewer')
  const other = await addAccount('reviewer')
  await beginArticle(page, home, person)
  const othersKey = buildDraftKey('comment', other.email, 'PIR-2026-0042')
  await page.evaluate((key) => localStorage.setItem(key, 'Of another'), othersKey)
  const tab = await context.newPage()
  await openReview(tab, ownReview, 'plan')
  await tab.goto(`/changes/${ownReview.number}/discussion`)
  await tab.getByRole('textbox', { name: 'Your comment' }).fill('Was the window agreed on?')

  await choose(page, person, 'Sign out')
  const question = page.getByRole('alertdialog', { name: 'Sign out and delete unsent text?' })
  await expect(question).toContainText('2 texts would be deleted:')
  await expect(question.getByRole('listitem')).toHaveText(['New article', /^Comment on PIR-/])
  await expect(question.getByRole('button', { name: 'Keep working' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(articleText(page)).toHaveValue('Half a thought')
  expect(await readDraftKeys(page)).toHaveLength(3)

  await choose(page, person, 'Sign out')
  await question.getByRole('button', { name: 'Sign out and delete' }).click()
  for (const left of [page, tab]) {
    await expect(left).toHaveURL(/\/sign-in/)
    await expect(left.getByRole('button', { name: 'Sign in' })).toBeVisible()
  }
  expect(await readDraftKeys(page)).toEqual([othersKey])
  await signInWith(context.request, home, person)
  await page.goto('/knowledge/new')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(articleText(page)).toHaveValue('')
})
