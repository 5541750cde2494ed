import { insertChange } from '#server/reviews/testing.ts'
import { expect, test } from './fixtures.ts'
import { holdScripts } from './hold-scripts.ts'
import { ownWord, withDatabase } from './own-records.ts'

test('finds a change from anywhere with the command palette', async ({ page, world, signInAs, expectAccessible }) => {
  const word = ownWord()
  await withDatabase(world, (db) =>
    insertChange(db, `P-${word}`, { title: `Replace the printers ${word}`, createdAt: new Date().toISOString() }),
  )
  await signInAs('viewer')
  await page.goto('/users')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill(`printers ${word}`)
  await expect(palette.getByRole('option', { name: new RegExp(`Replace the printers ${word}`) })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/changes/P-${word}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('finds people and articles with the command palette', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.goto('/changes')
  await page.getByRole('button', { name: 'Search' }).click()
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('tomas lind')
  await expect(palette.getByRole('group', { name: 'People' }).getByRole('option').first()).toContainText('Tomas Lind')
  await palette.getByRole('combobox').fill('certificate')
  await expect(palette.getByRole('group', { name: 'Knowledge' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Search' })).toBeFocused()
})

test('goes from page to page by keyboard and tells the shortcuts', async ({ page, signInAs, expectAccessible }) => {
  await signInAs('viewer')
  await page.goto('/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await expect(help).toContainText('Search the changes')
  await expect(help).toContainText('Next change')
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)

  await page.goto('/changes')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

for (const { keys, opens } of [
  { keys: ['Control+k'], opens: 'Search and commands' },
  { keys: ['g', 'x', '?'], opens: 'Keyboard shortcuts' },
]) {
  test(`${keys.join(' ')} is not lost while the page is on its way`, async ({ page, signInAs }) => {
    await signInAs('viewer')
    const comeToLife = await holdScripts(page)
    await page.goto('/changes', { waitUntil: 'commit' })
    await page.getByRole('textbox', { name: 'Search the changes' }).waitFor()
    for (const key of keys) await page.keyboard.press(key)
    comeToLife()
    await expect(page.getByRole('dialog', { name: opens })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('what is typed into a field is no shortcut later, and single keys that are off stay off', async ({
  page,
  signInAs,
}) => {
  await signInAs('viewer')
  await page.addInitScript(() => localStorage.setItem('hindsight-single-keys', 'off'))
  const comeToLife = await holdScripts(page)
  await page.goto('/changes', { waitUntil: 'commit' })
  const search = page.getByRole('textbox', { name: 'Search the changes' })
  await search.waitFor()
  await page.keyboard.press('?')
  await search.pressSequentially('g?')
  expect(await page.evaluate(() => window.earlyKeys?.map(({ key }) => key))).toEqual(['?'])
  comeToLife()
  await expect.poll(() => page.evaluate(() => window.earlyKeys?.length)).toBe(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('the page behind a dialog neither scrolls nor takes a click', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.getByRole('button', { name: 'Search' }).click()
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  const link = page.locator('aside a[href="/users"]')
  const { x = 0, y = 0 } = (await link.boundingBox()) ?? {}
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.wheel(0, 500)
  await page.mouse.click(x + 5, y + 5)
  await expect(palette).toHaveCount(0)
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.mouse.move(640, 200)
  await page.mouse.wheel(0, 500)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the navigation opens from its button', async ({ page, signInAs, expectAccessible }) => {
    await signInAs('viewer')
    await page.goto('/changes')
    await page
      .getByRole('button', { name: /navigation|menu/i })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: 'Users' })).toBeVisible()
    await expectAccessible()
    await drawer.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(drawer).toHaveCount(0)
  })
})
