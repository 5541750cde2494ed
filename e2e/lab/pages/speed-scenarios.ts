import type { Page } from 'playwright'
import { writtenReview } from '#e2e/support/main-pages.ts'
import { showFilterLanguage } from '#e2e/support/show-filter-language.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** A frequent task: its page and its actions. */
export type SpeedScenario = { readonly path: string; act(page: Page): Promise<void> }

export const scenarios: Readonly<Record<string, SpeedScenario>> = {
  'open a change from the queue': {
    path: pagePaths.changes,
    async act(page) {
      const links = page.getByRole('table', { name: 'Changes' }).getByRole('link', { name: /^(?!Sort)/ })
      await links.last().click()
      await page.waitForURL(/\/changes\/CHG/)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  'type in the filter of the queue': {
    path: pagePaths.changes,
    async act(page) {
      await (await showFilterLanguage(page, 'Filter the changes')).click()
      await page.keyboard.type('affected_services = payments-db AND risk = high', { delay: 30 })
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
      await page.waitForURL(/query=/)
    },
  },
  'move an action by its menu': {
    path: pagePaths.improvements,
    async act(page) {
      await page
        .getByRole('button', { name: /^Status of/ })
        .first()
        .click()
      // Back and forth, since every round works on the same records.
      await page.getByRole('menuitem', { name: /^(Open|In progress)$/ }).click()
      await page.getByText(/^(Open|In progress): /).waitFor()
    },
  },
  'write in a review until it is saved': {
    path: writtenReview,
    async act(page) {
      const saved = page.waitForResponse((choose) => choose.request().method() === 'PUT')
      await page.getByRole('textbox').last().click()
      await page.keyboard.type('One table was moved by hand. ', { delay: 30 })
      await saved
      await page.getByText(/^Saved /).waitFor()
    },
  },
  'look for a change with the palette': {
    path: pagePaths.start,
    async act(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('certificate', { delay: 30 })
      await page.getByRole('option').first().waitFor()
    },
  },
}
