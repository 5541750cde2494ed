import { countClicks } from '#e2e/support/count-clicks.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { addOwed, cleanOwed } from '#e2e/support/own-owed.ts'
import { ownWord } from '#e2e/support/own-records.ts'
import { addOwedReview } from '#e2e/support/own-review.ts'
import { signInWith } from '#e2e/support/sign-in.ts'

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

test('a clean review in the short form takes at most 9 clicks, from Today to its end', async ({ page, world }) => {
  const word = ownWord()
  const account = await addAccount(world.production, 'reviewer')
  const assignment = { reviewer: account.email, reviewerName: account.name }
  await addOwed(world, [cleanOwed(`K-${word}`, `svc-${word}`, assignment)])
  await signInWith(page.request, world.production, account)
  const clicks = await countClicks(page)
  await page.goto('/')
  await page.getByRole('link', { name: `Renew a certificate K-${word}` }).click()
  for (const [question, choice] of [
    [/^Were all 2 steps/, 'Yes'],
    [/backout plan used/, 'No'],
    [/objective of the change met/, 'Yes'],
    ['Did the change cause an incident?', 'No, I looked'],
    ['The risk of this change was', 'Rated correctly'],
    ['Is an improvement action needed?', 'No'],
    ['Is there a lesson to publish?', 'No'],
  ] as const) {
    await page.getByRole('group', { name: question }).getByRole('radio', { name: choice, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Complete as successful' }).click()
  await expect(page.getByText(`Completed as PIR-K-${word}`)).toBeVisible()
  expect(clicks()).toBeLessThanOrEqual(9)
})
