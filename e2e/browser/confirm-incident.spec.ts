import { expect, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, expectSaved, openReview, sendOwn } from '#e2e/support/own-review.ts'
import { pressShortcut } from '#e2e/support/press-shortcut.ts'

test('an incident that a review confirms counts on the change, in the queue and in the search', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const own = await addOwedReview(world)
  await signInAs('reviewer')
  await openReview(page, own, 'incidents')
  const candidate = page.getByRole('listitem').filter({ hasText: own.candidate }).first()
  await candidate.getByRole('button', { name: 'Caused by this change' }).click()
  await expect(page.getByText('1 of 2 decided, 1 to decide')).toBeVisible()
  await expectSaved(page)

  await page.goto(`/changes/${own.number}`)
  const incidents = page.getByRole('region', { name: 'Incidents', exact: true })
  const row = (number: string) => incidents.getByRole('row').filter({ hasText: number })
  await expect(row(own.candidate)).toContainText(/Confirmed by the review PIR-\d{4}-\d+/)
  await expect(row(own.candidate)).not.toContainText('Named by the incident')
  await expect(row(own.linked)).toContainText('Named by the incident')
  const sections = page.getByRole('navigation', { name: 'On this page' })
  await expect(sections.getByRole('link', { name: /^Incidents/ })).toHaveText('Incidents2')
  await expectAccessible()

  await page.goto(`/changes?search=${encodeURIComponent(own.title)}`)
  await expect(page.getByRole('row').filter({ hasText: own.number }).getByRole('cell').last()).toHaveText('2')

  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await pressShortcut(page, ['Control+k'], palette)
  await palette.getByRole('combobox').fill(own.candidate)
  await page.getByRole('option', { name: new RegExp(`${own.candidate}.*${own.number}`) }).click()
  await expect(page).toHaveURL(`/incidents/${own.candidate}`)
  await expect(page.getByRole('region', { name: 'The incident' })).toContainText(own.title)
})

test('an incident that another review confirmed is shown as taken', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const first = await addOwedReview(world)
  const second = await addOwedReview(world)
  await signInAs('reviewer')
  const { reference, steps } = await sendOwn(page.request, 'POST', `/api/app/v1/changes/${first.number}/review`, {})
  const decisions = [{ incident: second.linked, decision: 'confirmed', reason: '' }]
  await sendOwn(page.request, 'PUT', `/api/app/v1/reviews/${reference}/steps/incidents`, {
    version: 0,
    form: { ...steps.incidents.form, decisions },
  })

  await openReview(page, second, 'incidents')
  const taken = page.getByRole('listitem').filter({ hasText: second.linked }).first()
  await expect(taken).toContainText(`Already confirmed as caused by ${first.number}`)
  await expect(taken.getByRole('button', { name: 'Caused by this change' })).toBeDisabled()
  await expect(taken.getByRole('button', { name: 'Unrelated', exact: true })).toBeEnabled()
  await expectAccessible()
})
