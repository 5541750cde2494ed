import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { listPages } from '#e2e/support/main-pages.ts'

/** Lists of records with one line per row. */
const dense = ['/changes', '/incidents', '/improvements?status=all', '/users', '/products']
/** Lists without a table. */
const others = ['/improvements', '/knowledge', '/notifications']
const lists = new Set([...dense, ...listPages.map(({ path }) => path).filter((path) => !others.includes(path))])

/** Counts the rows of the table that are wholly visible without scrolling. */
const visibleRows = (page: Page) =>
  page
    .getByRole('table')
    .locator('tbody')
    .getByRole('row')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length)

/** Returns how many pixels of the page, its table or a cell are cut off at the side. */
const widthBeyond = (page: Page) =>
  page.evaluate(() => {
    const table = document.querySelector('main table')
    const region = table?.parentElement
    if (!table || !region) throw new Error('The page has no table.')
    const edge = region.getBoundingClientRect().right
    const cells = [...table.querySelectorAll('th, td')].map((cell) => cell.getBoundingClientRect().right - edge)
    return Math.max(
      document.documentElement.scrollWidth - window.innerWidth,
      region.scrollWidth - region.clientWidth,
      ...cells,
    )
  })

for (const path of lists) {
  test(`${path} ${dense.includes(path) ? 'shows 18 rows on a laptop and ' : ''}fits every width`, async ({
    page,
    signInAs,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signInAs(path.startsWith('/admin') ? 'admin' : 'manager')
    await page.goto(path)
    await expect(page.getByRole('table')).toBeVisible()
    if (dense.includes(path)) expect(await visibleRows(page)).toBeGreaterThanOrEqual(18)
    for (const width of [1440, 1280, 1024, 960, 720, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await widthBeyond(page), `at ${width} px`).toBeLessThanOrEqual(0.5)
    }
    await expectAccessible()
    await page.setViewportSize({ width: 720, height: 900 })
    await expectAccessible()
  })
}

for (const path of ['/changes', '/incidents', '/improvements?status=all']) {
  test(`${path} shows four rows on a phone`, async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await signInAs('manager')
    await page.goto(path)
    await expect(page.getByRole('table')).toBeVisible()
    expect(await visibleRows(page)).toBeGreaterThanOrEqual(4)
    expect(await widthBeyond(page)).toBeLessThanOrEqual(0.5)
  })
}

test('at 1440 px a change has its service, its team and 30 characters of its title or more', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAs('manager')
  await page.goto(`/changes?${new URLSearchParams({ query: 'assignment_group = "Database Operations"' })}`)
  const row = page.getByRole('table').locator('tbody').getByRole('row').first()
  await expect(row.getByText('payments-db')).toBeVisible()
  await expect(row.getByText('Database Operations')).toBeVisible()
  const lines = await row
    .getByRole('link')
    .first()
    .evaluate((title) => {
      title.style.width = '30ch'
      return [title.getBoundingClientRect().width, title.parentElement?.clientWidth ?? 0]
    })
  expect(lines[1]).toBeGreaterThanOrEqual(lines[0] ?? 0)
})

test('a change is listed with its number and its type as an icon', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAs('viewer')
  await page.goto(`/changes?${new URLSearchParams({ query: 'type = emergency' })}`)
  const row = page.getByRole('table').locator('tbody').getByRole('row').first()
  await expect(row.getByRole('cell').first()).toHaveText(/^\S+$/)
  await expect(row.getByRole('img', { name: 'Emergency' })).toBeVisible()
})

test('the header of a list stays while the page scrolls', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await signInAs('viewer')
  await page.goto('/changes')
  const header = page.getByRole('columnheader', { name: 'Change' })
  await page.getByRole('navigation', { name: 'Pages' }).scrollIntoViewIfNeeded()
  await expect(header).toBeInViewport()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
})

test('overdue reviews come with the latest first', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/changes')
  await page.getByRole('button', { name: /^Overdue/ }).click()
  await expect(page.getByRole('columnheader', { name: 'Due' })).toHaveAttribute('aria-sort', 'ascending')
  const due = await page
    .getByRole('cell')
    .filter({ hasText: /d overdue$/ })
    .allTextContents()
  const days = due.map((text) => Number(/(\d+) d overdue/.exec(text.replace(',', ''))?.[1]))
  expect(days.length).toBeGreaterThan(1)
  expect(days).toEqual(days.toSorted((one, other) => other - one))
})
