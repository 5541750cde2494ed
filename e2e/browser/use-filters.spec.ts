import type { Locator } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'

/** Clicks the first two links, the second before the response to the first can arrive. */
const clickAtOnce = (links: Locator) =>
  links.evaluateAll(async ([first, second]) => {
    for (const link of [first, second]) {
      if (link instanceof HTMLElement) link.click()
      await new Promise(requestAnimationFrame)
    }
  })

test('two quick clicks on filters of the register count both', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/improvements')
  const mine = page.getByRole('link', { name: /^Mine/ })
  const overdue = page.getByRole('link', { name: /^Overdue/ })
  await expect(overdue).toBeVisible()
  await clickAtOnce(page.locator('main a').filter({ hasText: /^(Mine|Overdue)/ }))
  await expect(page).toHaveURL(/[?&]owner=me\b/)
  await expect(page).toHaveURL(/[?&]due=overdue\b/)
  await expect(mine).toHaveAttribute('aria-current', 'true')
  await expect(overdue).toHaveAttribute('aria-current', 'true')
})

test('two quick clicks on facets of the knowledge base count both', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.goto('/knowledge')
  const facets = page.getByRole('navigation', { name: 'Narrow down' })
  const values = facets.getByRole('list', { name: 'Technology' }).first().getByRole('link')
  await expect(values.nth(1)).toBeVisible()
  await clickAtOnce(values)
  await expect(page).toHaveURL(/[?&]technologies=[^&]+%2C[^&]+/)
  const active = page.getByRole('region', { name: 'Active filters' })
  await expect(active.getByRole('link', { name: 'Remove filter Technology' })).toHaveCount(2)
})

test('a menu first opened by a key focuses its first entry', async ({ page, signInAs }) => {
  await signInAs('admin')
  await page.goto('/admin/accounts')
  const menu = page.getByRole('button', { name: 'Actions for Maja Lindqvist' })
  for (const key of ['Enter', 'ArrowDown']) {
    await menu.focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.reload()
  }
})

test('rows that a filter is about to replace are dimmed until the others are there', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/changes')
  const rows = page.locator('[data-rows]')
  await expect(rows).toHaveCSS('opacity', '1')
  const release = Promise.withResolvers<void>()
  await page.route(/\/changes\?.*query=/, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /^Emergency/ }).click()
  await expect(rows).toHaveCSS('opacity', '0.5')
  release.resolve()
  await expect(page).toHaveURL(/query=/)
  await expect(rows).toHaveCSS('opacity', '1')
})
