import type { Page } from 'playwright/test'

/** Holds back the scripts of a page until the returned function is called: until then the page is not hydrated. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await released
    await route.continue()
  })
  return resolve
}
