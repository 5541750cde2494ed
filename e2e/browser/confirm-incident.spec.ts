import { expect, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, expectSaved, openReview } from '#e2e/support/own-review.ts'
import { pressShortcut } from '#e2e/support/press-shortcut.ts'

test('an incident that a review confirms counts on the change, in the queue and in the search', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const ownReview = await addOwedReview(world)
  await signInAs('reviewer')
  await openReview(page, ownReview, 'incidents')
  const candidate = page.getByRole('listitem').filter({ hasText: ownReview.candidate }).first()
  await candidate.getByRole('button', { name: 'Caused by this change' }).click()
  await expect(page.getByText('1 of 2 decided, 1 to decide')).toBeVisible()
  await expectSaved(page)

  await page.goto(`/changes/${ownReview.number}`)
  const incidents = page.getByRole('region', { name: 'Incidents', exact: true })
  const row = (number: string) => incidents.getByRole('row').filter({ hasText: number })
  await expect(row(ownReview.candidate)).toContainText(/Confirmed by the review PIR-\d{4}-\d+/)
  await expect(row(ownReview.candidate)).not.toContainText('Named by the incident')
  await expect(row(ownReview.linked)).toContainText('Named by the incident')
  const sections = page.getByRole('navigation', { name: 'On this page' })
  await expect(sections.getByRole('link', { name: /^Incidents/ })).toHaveText('Incidents2')
  await expectAccessible()

  await page.goto(`/changes?search=${encodeURIComponent(ownReview.title)}`)
  await expect(page.getByRole('row').filter({ hasText: ownReview.number }).getByRole('cell').last()).toHaveText('2')

  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await pressShortcut(page, ['Control+k'], palette)
  await palette.getByRole('combobox').fill(ownReview.candidate)
  await page.getByRole('option', { name: new RegExp(`${ownReview.candidate}.*${ownReview.number}`) }).click()
  await expect(page).toHaveURL(`/incidents/${ownReview.candidate}`)
  await expect(page.getByRole('region', { name: 'The incident' })).toContainText(ownReview.title)
})
