import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'

/** Holds back the scripts of a page until the returned function is called: until then the page is not hydrated. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await released
    await route.continue()
  })
  return resolve
}

/** Waits until React has hydrated a form, because earlier clicks are lost. */
const waitForHydration = (page: Page, form: string) =>
  page.waitForFunction((name) => {
    const forms = [...document.forms].filter((found) => found.getAttribute('aria-label') === name)
    return forms.some((found) => Object.keys(found).some((key) => key.startsWith('__reactProps')))
  }, form)

test('the sign-in form keeps what was typed before its page came to life', async ({ page }) => {
  const { email, password } = await addAccount('viewer')
  const releaseScripts = await holdScripts(page)
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  releaseScripts()
  await waitForHydration(page, 'Sign in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
})

test('a button that was clicked before its page came to life does its work, once', async ({ page, signInAs }) => {
  await signInAs('manager')
  const releaseScripts = await holdScripts(page)
  await page.goto('/insights/controls', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Edit ITIL 4/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  releaseScripts()
  await expect(page.getByRole('dialog', { name: /^ITIL 4/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** Slows the processor of a page, as a busy or old machine does. */
async function slowDown(page: Page, rate: number) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

test('what is typed right after the click that opens a dialog or the palette arrives', async ({
  page,
  openOwnReview,
}) => {
  await openOwnReview('improvements')
  await slowDown(page, 6)
  const words = 'rehearse the failover'
  await page.getByRole('button', { name: 'Add an action' }).click()
  await page.keyboard.type(words)
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(words)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The palette loads its script now; what is typed before and after that is one text.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toHaveValue(words)
})
