import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Presses the keys until their effect shows: keys pressed before the page is hydrated are lost. */
export async function pressShortcut(page: Page, keys: readonly string[], opened: Locator): Promise<void> {
  await expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(opened).toBeVisible({ timeout: 2_000 })
  }).toPass()
}
