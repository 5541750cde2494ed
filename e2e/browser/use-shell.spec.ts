import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { insertChange } from '#server/reviews/testing.ts'

/** Presses the keys until their effect shows: keys pressed before the page is hydrated are lost. */
async function pressShortcut(page: Page, keys: readonly string[], opened: Locator): Promise<void> {
  await expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(opened).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

test('finds a change from anywhere with the command palette', async ({ page, signInAs }) => {
  const word = ownWord()
  await withDatabase((db) =>
    insertChange(db, `P-${word}`, { title: `Replace the printers ${word}`, createdAt: new Date().toISOString() }),
  )
  await signInAs('viewer')
  await page.goto('/users')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await pressShortcut(page, ['Control+k'], palette)
  await palette.getByRole('combobox').fill(`printers ${word}`)
  await expect(palette.getByRole('option', { name: new RegExp(`Replace the printers ${word}`) })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/changes/P-${word}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('goes from page to page by keyboard and lists the shortcuts, which a key in a field is none of', async ({
  page,
  signInAs,
}) => {
  await signInAs('viewer')
  await page.goto('/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await pressShortcut(page, ['g', 'c'], page.getByRole('heading', { level: 1, name: 'Changes' }))
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await expect(help).toContainText('Search the changes')
  await expect(help).toContainText('Next change')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  const search = page.getByRole('textbox', { name: 'Search the changes' })
  await search.pressSequentially('g?')
  await expect(search).toHaveValue('g?')
  await expect(help).toHaveCount(0)

  await page.goto('/changes')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the navigation opens from its button', async ({ page, signInAs }) => {
    await signInAs('viewer')
    await page.goto('/changes')
    await page
      .getByRole('button', { name: /navigation|menu/i })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: 'Users' })).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(drawer).toHaveCount(0)
  })
})

test('a bar shows that a page loads, however it was asked for', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.goto('/users')
  const bar = () => page.evaluate(() => getComputedStyle(document.documentElement, '::after').content)
  for (const [heading, ask] of [
    ['Knowledge', () => page.getByRole('link', { name: 'Knowledge' }).first().click()],
    ['Changes', () => page.keyboard.press('g').then(() => page.keyboard.press('c'))],
  ] as const) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/${heading.toLowerCase()}?*`, (route) => released.then(() => route.continue()))
    expect(await bar()).toBe('none')
    await ask()
    await expect.poll(bar).toBe('""')
    release()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect.poll(bar).toBe('none')
  }
})
