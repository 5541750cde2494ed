import { expect, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { insertChange } from '#server/reviews/testing.ts'

test('builds a filter from lists by keyboard alone', async ({ page, world, signInAs, expectAccessible }) => {
  const word = ownWord()
  await withDatabase(world, async (db) => {
    await insertChange(db, `H-${word}`, { title: `Risky ${word}`, risk: 'very_high' })
    await insertChange(db, `L-${word}`, { title: `Calm ${word}`, risk: 'low' })
  })
  await signInAs('viewer')
  await page.goto(`/changes?${new URLSearchParams({ search: word })}`)
  const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('combobox', { name: 'Filter the changes' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Add a filter' })
  await expect(panel.getByPlaceholder('Filter by…')).toBeFocused()
  await expectAccessible()
  await page.keyboard.type('risk')
  await page.keyboard.press('Enter')
  await expect(panel.getByLabel('Condition', { exact: true })).toBeFocused()
  await panel.getByRole('button', { name: 'Add filter' }).press('Enter')
  await expect(panel.getByText('Choose or enter a value.')).toBeVisible()
  await expectAccessible()
  await panel.getByRole('checkbox', { name: 'very high' }).press('Space')
  await panel.getByRole('checkbox', { name: 'high', exact: true }).press('Space')
  await page.keyboard.press('Enter')
  await expect(panel).toHaveCount(0)
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('row', { name: new RegExp(`Risky ${word}`) })).toBeVisible()
  // The condition belongs to the quick filter, which therefore shows as on.
  await expect(page.getByRole('button', { name: 'High risk 1' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.keyboard.type('due in')
  await page.keyboard.press('Enter')
  await panel.getByLabel('Value').fill('soon')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Enter a number, such as 3 or -2.')).toBeVisible()
  await panel.getByRole('button', { name: 'Choose another field' }).click()
  await page.keyboard.type('title')
  await page.keyboard.press('Enter')
  await panel.getByLabel('Condition', { exact: true }).selectOption('contains')
  await panel.getByLabel('Value').fill('calm "quoted"')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No changes match these filters')).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter Title' }).click()
  await expect(rows).toHaveCount(2)
})

test('searches while one types, as one entry of the history', async ({ page, world, signInAs, expectAccessible }) => {
  const word = ownWord()
  await withDatabase(world, (db) => insertChange(db, `S-${word}`, { title: `Typed ${word}` }))
  await signInAs('viewer')
  await page.goto('/changes?sort=number')
  const search = page.getByRole('textbox', { name: 'Search the changes' })
  await search.pressSequentially('typed ')
  await expect(page).toHaveURL(/search=typed&|search=typed$/)
  await search.pressSequentially(word)
  await expect(page).toHaveURL(new RegExp(`search=typed(\\+|%20)${word}`))
  await expect(search).toBeFocused()
  await expect(search).toHaveValue(`typed ${word}`)
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  await expectAccessible()
  await page.goBack()
  await expect(page).toHaveURL('/changes?sort=number')
  await expect(search).toHaveValue('')
  await search.fill('nosuchword')
  await expect(page.getByText('No changes match this search')).toBeVisible()
})

test('says from the first letter that it searches, and dims the rows until the others are there', async ({
  page,
  signInAs,
}) => {
  await signInAs('viewer')
  await page.clock.install()
  await page.goto('/changes')
  const search = page.getByRole('textbox', { name: 'Search the changes' })
  const isSearching = page.getByText('Searching', { exact: true })
  const opacity = () =>
    page.locator('[data-rows]').evaluate((rows) => Number.parseFloat(getComputedStyle(rows).opacity))
  await expect.poll(opacity).toBe(1)
  const heldResponse = Promise.withResolvers<void>()
  let requestCount = 0
  await page.route(/\/changes\?.*search=p/, async (route) => {
    requestCount += 1
    await heldResponse.promise
    await route.continue()
  })
  // Stops the debounce of the search, so that only the letter can be the cause.
  await page.clock.pauseAt(Date.now() + 1000)
  await search.press('p')
  await expect(isSearching).toBeAttached()
  await expect.poll(opacity).toBe(0.5)
  expect(requestCount).toBe(0)
  await page.clock.resume()
  await expect.poll(() => requestCount).toBeGreaterThan(0)
  await expect(isSearching).toBeAttached()
  expect(await opacity()).toBe(0.5)
  heldResponse.resolve()
  await expect(page).toHaveURL(/search=p/)
  await expect(isSearching).toHaveCount(0)
  await expect.poll(opacity).toBe(1)
})
