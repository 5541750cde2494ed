import type { Page } from 'playwright/test'
import { expect, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { mainPages } from '#e2e/support/main-pages.ts'
import { goOn, openReview } from '#e2e/support/own-review.ts'

/** Puts each text of the page into an element of its own, as the translator of a browser does, or a copy of it. */
const translate = (page: Page, copies = false) =>
  page.evaluate((copies) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, textarea')) continue
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(copies ? text.data : text)
    }
  }, copies)

const stopped = (page: Page) => page.getByRole('heading', { name: /stopped working$/ })

test('a review can be written in a translated page', async ({ page, openOwnReview }) => {
  const own = await openOwnReview('plan')
  await translate(page)
  for (const name of ['Partly', 'Yes']) {
    const objective = page.getByRole('group', { name: /objective/ })
    await objective.getByRole('radio', { name, exact: true }).check()
    await translate(page)
  }
  await page.getByLabel('Work started').fill('1 Mar 2026, 02:00')
  for (const step of ['Risk', 'Incidents', 'Outcome', 'Improvements', 'Lessons', 'Sign-off']) {
    await goOn(page, step)
    await translate(page)
    await expect(stopped(page)).toHaveCount(0)
    if (step !== 'Incidents') continue
    for (const decision of ['Unrelated', 'Caused by this change', 'Unrelated']) {
      await page.getByRole('button', { name: decision, exact: true }).first().click()
      await translate(page)
    }
    await expect(page.getByRole('textbox', { name: /^Why is .* unrelated/ })).toBeVisible()
  }
  await openReview(page, own, 'incidents')
  await expect(page.getByRole('textbox', { name: /^Why is .* unrelated/ })).toBeVisible()
})

test('every main page and its filters survive a translator', async ({ page, signInAs }) => {
  // React reports a text that was translated before it took the page over, and draws the page again.
  expectConsoleErrors(page, /Minified React error #418/)
  await signInAs('manager')
  for (const path of Object.values(mainPages)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await translate(page, true)
    const toggles = page.locator('main').locator('button[aria-expanded], button[aria-pressed], summary, [role="tab"]')
    for (const toggle of (await toggles.all()).slice(0, 4)) {
      await toggle.evaluateAll(([element]) => element instanceof HTMLElement && element.click())
      await translate(page, true)
      await page.keyboard.press('Escape')
    }
    // A click is lost where React draws the page again at that moment.
    await expect(async () => {
      await page.getByRole('link', { name: 'Changes' }).first().click()
      await expect(page).toHaveURL(/\/changes/, { timeout: 5000 })
    }).toPass()
    await expect(stopped(page)).toHaveCount(0)
  }
})
