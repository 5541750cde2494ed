import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { expectSaved } from '#e2e/support/own-review.ts'

const measureHeight = (page: Page, selector: string) =>
  page.evaluate((found) => document.querySelector(found)?.getBoundingClientRect().height ?? 0, selector)

/** Pixels of the form that neither the header nor the bar at its foot covers. */
const visibleForm = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector('[aria-labelledby="step-title"]')
    const footer = panel?.querySelector(':scope > footer')
    const box = panel?.getBoundingClientRect()
    const bar = footer?.getBoundingClientRect()
    if (!panel || !box || !bar) return 0
    const top = Math.max(box.top, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)
    return Math.min(box.bottom, window.innerHeight, bar.top) - top
  })

test('a review fits a phone and a zoom of 200 %, and its last answer shifts nothing', async ({
  page,
  openOwnReview,
}) => {
  await openOwnReview('plan')

  await test.step('on a phone its header takes at most a fifth of the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('link', { name: 'Report' })).toBeVisible()
    const height = await measureHeight(page, '[data-review-header]')
    expect(height).toBeGreaterThan(0)
    expect(height).toBeLessThanOrEqual(844 / 5)
  })

  await test.step('at 200 % the form keeps two thirds of the height', async () => {
    await page.setViewportSize({ width: 720, height: 450 })
    await page.reload()
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeVisible()
    expect(await visibleForm(page)).toBeGreaterThanOrEqual(300)
    await page.evaluate(() => window.scrollBy(0, 300))
    expect(await visibleForm(page)).toBeGreaterThanOrEqual(300)
    await expectAccessible(page)
  })

  await test.step('answering the last question of a step causes no layout shift', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('button', { name: 'Mark all as done' }).click()
    await page.getByRole('group', { name: 'Was the backout plan used?' }).getByLabel('No').check()
    const objective = page.getByRole('group', { name: 'Was the objective of the change met?' })
    // Else Playwright scrolls it from below the header.
    await objective.evaluate((group) => group.scrollIntoView({ block: 'center' }))
    const before = await objective.boundingBox()
    await objective.getByLabel('Yes').check()
    await expect(page.getByRole('heading', { name: 'Still missing' })).toBeHidden()
    await expectSaved(page)
    expect((await objective.boundingBox())?.y).toBe(before?.y)
  })
})
