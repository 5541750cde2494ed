import { expect, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, completeOwnReview } from '#e2e/support/own-review.ts'

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
