import { expect, test } from '#e2e/support/fixtures.ts'
import { ownWord } from '#e2e/support/own-records.ts'
import { addOwedReview, completeOwnReview } from '#e2e/support/own-review.ts'

test('finds an incident in the list, and saves the filter as a view', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const ownReview = await addOwedReview(world)
  await signInAs('viewer')
  await page.goto('/changes')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Incidents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
  await expectAccessible()

  await page.keyboard.press('/')
  await page.keyboard.type(ownReview.linked.slice(0, -2).toLowerCase())
  const rows = page.getByRole('table', { name: 'Incidents' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Names a change' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(ownReview.number)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Names a change' })).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveCount(2)

  const name = ownWord()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`View “${name}” saved`)).toBeVisible()
  await page.goto('/incidents?query=resolved_at+IS+EMPTY')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('link', { name }).click()
  await expect(rows).toHaveCount(2)

  await page.getByRole('columnheader', { name: 'Opened' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'Opened' })).toHaveAttribute('aria-sort', 'ascending')
  await page.goto('/incidents?query=nonsense')
  await expect(page.getByText('This filter is not valid')).toBeVisible()
  await page.getByRole('link', { name: 'Remove the filter' }).click()
  await expect(page).toHaveURL('/incidents')
})

test('an incident shows its change, what reviews decided and its history', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const ownReview = await addOwedReview(world)
  await signInAs('reviewer')
  const reference = await completeOwnReview(page.request, ownReview)

  await page.goto(`/incidents/${ownReview.linked}`)
  await expect(page.getByRole('heading', { level: 1, name: `Bookings hang ${ownReview.linked}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The incident' })).toContainText(ownReview.title)
  const cause = page
    .getByRole('table', { name: 'Possible causes' })
    .getByRole('row')
    .filter({ hasText: ownReview.number })
  await expect(cause).toContainText('Very likely: names this change')
  await expect(cause).toContainText('Its review: caused by the change')
  await cause.getByText('Why', { exact: true }).click()
  await expect(cause.getByText('100 of 100')).toBeVisible()
  const decision = page.getByRole('table', { name: 'Decisions' }).getByRole('row').nth(1)
  await expect(decision).toContainText(reference)
  await expect(decision).toContainText('Caused by the change')
  await expect(decision).toContainText('It began with the move.')
  await expect(decision).toContainText('Noor Haddad')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`confirmed that the change ${ownReview.number} caused the incident`)
  await expectAccessible()

  await decision.getByRole('link', { name: reference }).click()
  await page.getByRole('link', { name: ownReview.candidate }).click()
  await expect(page).toHaveURL(`/incidents/${ownReview.candidate}`)
  await expect(page.getByRole('table', { name: 'Decisions' })).toContainText('Unrelated to the change')
  await expect(page.getByRole('region', { name: 'The incident' })).toContainText('No review confirmed a cause')

  await page.goto(`/changes/${ownReview.number}`)
  await page.getByRole('table', { name: 'Incidents' }).getByRole('link', { name: ownReview.linked }).click()
  await expect(page).toHaveURL(`/incidents/${ownReview.linked}`)
  await page.goto(`/changes/${ownReview.number}/report`)
  await page.getByRole('link', { name: ownReview.linked }).click()
  await expect(page).toHaveURL(`/incidents/${ownReview.linked}`)
})

test('on a phone, each incident is a card', async ({ page, world, signInAs, expectAccessible }) => {
  const ownReview = await addOwedReview(world)
  await page.setViewportSize({ width: 360, height: 780 })
  await signInAs('viewer')
  await page.goto(`/incidents?search=${ownReview.linked}`)
  await expect(page.getByRole('row', { name: ownReview.linked })).toContainText(ownReview.number)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible()
  await page.getByRole('link', { name: `Bookings hang ${ownReview.linked}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ownReview.linked)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible()
})
