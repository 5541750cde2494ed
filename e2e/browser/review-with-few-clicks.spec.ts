import { countClicks } from '#e2e/support/count-clicks.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addOwedReview } from '#e2e/support/own-review.ts'

test('a full review with a rejected incident, an action and a lesson takes at most 22 clicks', async ({
  page,
  world,
  signInAs,
}) => {
  const ownReview = await addOwedReview(world)
  await signInAs('reviewer')
  const clicks = await countClicks(page)
  await page.goto(`/changes/${ownReview.number}/review/plan`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const next = (step: string) => page.getByRole('link', { name: `Next: ${step}` }).click()
  const inGroup = (name: string, choice: string) => page.getByRole('group', { name }).getByLabel(choice).click()

  await button('Start the review').click()
  await button('Mark all as done').click()
  await inGroup('Was the backout plan used?', 'No')
  await inGroup('Was the objective of the change met?', 'Yes')
  await next('Risk')
  await expect(page.getByRole('group', { name: 'The risk of this change was' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Was the backout plan used?' })).toHaveCount(0)
  await inGroup('The risk of this change was', 'Rated correctly')
  await next('Incidents')
  const incident = (number: string) => page.getByRole('listitem').filter({ hasText: number }).first()
  await incident(ownReview.linked).getByRole('button', { name: 'Caused by this change' }).click()
  await incident(ownReview.candidate).getByRole('button', { name: 'Unrelated', exact: true }).click()
  await button('Other component').click()
  await next('Outcome')
  await page.getByLabel('Successful with issues').click()
  await next('Improvements')
  await button('Add an action').click()
  const form = page.getByRole('form', { name: 'New improvement action' })
  await form.getByLabel('Title').fill('Rehearse on a full copy')
  await form.getByLabel('Owner').fill('ines.marchetti@hindsight.example')
  await form.getByLabel('Due').fill('29 May 2027')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/^Ines Marchetti · due 29 May 2027/)).toBeVisible()
  await next('Lessons')
  await button('Write a lesson').click()
  await page.getByLabel('Title').fill(`Rehearse the move ${ownReview.number}`)
  await page.getByLabel('What happened, and what to do next time').fill('Rehearse it.')
  await button('Publish').click()
  await expect(page.getByText('To be published')).toBeVisible()
  await next('Sign-off')
  await button('Complete the review').click()
  await expect(page.getByText(/^Completed as PIR-/)).toBeVisible()
  expect(clicks()).toBeLessThanOrEqual(22)
})
