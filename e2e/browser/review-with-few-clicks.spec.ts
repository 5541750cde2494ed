import { eq } from 'drizzle-orm'
import { countClicks } from '#e2e/support/count-clicks.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { withDatabase } from '#e2e/support/own-records.ts'
import { addOwedReview, fillOwnReview, sendOwn } from '#e2e/support/own-review.ts'
import { changes } from '#server/schema/changes.ts'

test('a full review with a rejected incident, an action and a lesson takes at most 22 clicks', async ({
  page,
  world,
  signInAs,
}) => {
  test.setTimeout(120_000)
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
  await form.getByLabel('Due').fill('2027-05-29')
  await expect(form.getByText('29 May 2027', { exact: true })).toBeVisible()
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

test('a manager reads the report in the sign-off step and signs with one click', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  test.setTimeout(120_000)
  const ownReview = await addOwedReview(world)
  await withDatabase(world, (db) =>
    db.update(changes).set({ risk: 'high' }).where(eq(changes.number, ownReview.number)),
  )
  await signInAs('reviewer')
  const reference = await fillOwnReview(page.request, ownReview)
  await sendOwn(page.request, 'PUT', `/api/app/v1/reviews/${reference}/steps/outcome`, {
    version: 1,
    form: { outcome: 'partially_successful', justification: 'A fifth of the accounts stayed behind.' },
  })
  await sendOwn(page.request, 'POST', `/api/app/v1/reviews/${reference}/submission`, {})
  await page.goto(`/changes/${ownReview.number}/review/sign-off`)
  await expect(page.getByText(/Waiting for .*Henrike Vos, Paolo Ferrand/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign off', exact: true })).toBeHidden()

  await signInAs('manager')
  const clicks = await countClicks(page)
  await page.goto(`/changes/${ownReview.number}/review/sign-off`)
  const step = page.getByRole('region', { name: 'Sign-off', exact: true })
  const titles = ['Outcome', 'Plan against actual', 'Risk', 'Incidents', 'Improvement actions', 'Lessons']
  await expect(step.locator('section > h3')).toHaveText([...titles, 'Requester feedback'])
  await expect(step.getByRole('article').or(step)).toContainText(
    /The outcome is Partially successful, but the evidence suggests Successful with issues\.\s*A fifth of the accounts stayed behind\./,
  )
  for (const text of [
    'One table was moved by hand.',
    'Locks of the nightly job.',
    ownReview.linked,
    'A broken disk.',
  ]) {
    await expect(step).toContainText(text)
  }
  await expect(step.getByRole('link', { name: `Pause the job by itself ${ownReview.number}` })).toBeVisible()
  await expect(step.getByRole('row', { name: /Pause the job by itself/ })).toContainText('Ines Marchetti')
  await expect(step).toContainText('published once the review is completed')
  await expect(step).toContainText('Rehearse on a full copy')
  await expectAccessible()
  const back = step.getByRole('link', { name: 'Back to Lessons' })
  const left = await back.boundingBox()
  const right = await step.getByRole('button', { name: 'Sign off' }).boundingBox()
  expect(left?.x).toBeLessThan(right?.x ?? 0)
  await step.getByRole('button', { name: 'Sign off', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Signed off by Henrike Vos')
  expect(clicks()).toBeLessThanOrEqual(2)
})
