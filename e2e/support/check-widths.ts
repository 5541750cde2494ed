import { expect, type Page } from 'playwright/test'

/** Checks a page at a desk in light, and on a small phone in dark: it passes axe and does not scroll sideways. */
export async function checkWidths(page: Page, expectAccessible: () => Promise<void>): Promise<void> {
  const desk = page.viewportSize() ?? { width: 1280, height: 720 }
  await expectAccessible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desk)
}
