import type { Locator, Page } from 'playwright/test'

/** The text box of a filter language, shown first if it is hidden. */
export async function showFilterLanguage(page: Page, label: string): Promise<Locator> {
  const filter = page.getByRole('combobox', { name: label })
  const toggle = page.getByRole('button', { name: 'Filter language' })
  if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click()
  return filter
}
