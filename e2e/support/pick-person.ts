import type { Locator, Page } from 'playwright/test'

/** Types most of a name and picks the person from the suggestions. */
export async function pickPerson(page: Page, box: Locator, name: string): Promise<void> {
  await box.fill(name.slice(0, -1))
  await page.getByRole('option', { name }).click()
}
