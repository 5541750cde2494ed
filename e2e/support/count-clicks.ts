import type { Page } from 'playwright/test'

/** Counts the clicks in a page, on every server that it visits; typing is free. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    document.addEventListener('pointerdown', () => (window as unknown as { countClick(): void }).countClick(), true)
  })
  return () => clicks
}
