import type { Page } from 'playwright/test'

/** Keeps the scripts of a page on their way until what is given is called: so long the page does not come to life. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await released
    await route.continue()
  })
  return resolve
}
