import type { Page } from 'playwright'
import { showFilterLanguage } from '#e2e/show-filter-language.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { writtenReview } from './main-pages.ts'

/** A frequent task: its page, and the actions until the result shows. */
export type Scenario = { readonly path: string; readonly act: (page: Page) => Promise<void> }

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens and closes the list of shortcuts and searches for a command: the same on every page. */
export async function tryShortcuts(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('?')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await page.keyboard.type('CHG')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  'open a change from the queue': {
    path: pagePaths.changes,
    async act(page) {
      await page
        .getByRole('table', { name: 'Changes' })
        .getByRole('link', { name: /^(?!Sort)/ })
        .last()
        .click()
      await page.waitForURL(/\/changes\/CHG/)
      await heading(page).waitFor()
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
  'press a chip of the queue': {
    path: pagePaths.changes,
    async act(page) {
      await page.getByRole('button', { name: 'High risk' }).click()
      await page.waitForURL(/query=/)
    },
  },
  'move a card by its menu': {
    path: `${pagePaths.improvements}?view=board`,
    async act(page) {
      await page
        .getByRole('region', { name: /^(Open|In progress)/ })
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      // Back and forth, since every round works on the same records.
      await page.getByRole('menuitem', { name: /^(Open|In progress)$/ }).click()
      await page.getByText(/^(Open|In progress): /).waitFor()
    },
  },
  'choose questions of a review': {
    path: writtenReview,
    async act(page) {
      for (const choose of ['Yes', 'No', 'Yes']) {
        await page
          .getByRole('group', { name: 'Was the backout plan used?' })
          .getByLabel(choose, { exact: true })
          .check()
      }
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
