import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, expectSaved, goOn, type OwnReview, openReview, planSteps } from '#e2e/support/own-review.ts'

const findMark = (page: Page, step: string, mark: string) =>
  page.getByRole('radiogroup', { name: step }).getByRole('radio', { name: mark })

const incident = (page: Page, number: string): Locator => page.getByRole('listitem').filter({ hasText: number }).first()

async function fillPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark all as done' }).click()
  await expect(page.getByText('3 of 3 marked')).toBeVisible()
  await findMark(page, planSteps[1] ?? '', 'Deviated').check()
  await expect(page.getByRole('link', { name: `Say how “${planSteps[1]}” deviated from the plan.` })).toBeVisible()
  await page.getByLabel('How did it deviate?').fill('One table was moved by hand.')
  await page.getByRole('group', { name: 'Was the backout plan used?' }).getByLabel('No').check()
  await expect(page.getByRole('figure')).toHaveText(
    'Objective, from the implementation planTransfers post within a second.',
  )
  await page.getByRole('group', { name: 'Was the objective of the change met?' }).getByLabel('Yes').check()
  await expectSaved(page)
  await expect(page.getByRole('heading', { name: 'Still missing' })).toBeHidden()
}

async function fillRisk(page: Page): Promise<void> {
  await page.getByLabel('Rated too low').check()
  await page.getByLabel('What was missed').fill('Locks of the nightly job.')
  await expectSaved(page)
}

async function fillIncidents(page: Page, ownReview: OwnReview): Promise<void> {
  await expect(page.getByText('0 of 2 decided')).toBeVisible()
  await expect(incident(page, ownReview.linked)).toContainText('Very likely: names this change')
  await incident(page, ownReview.linked).getByRole('button', { name: 'Caused by this change' }).click()
  await incident(page, ownReview.candidate).getByRole('button', { name: 'Unrelated', exact: true }).click()
  await page.getByLabel(`Why is ${ownReview.candidate} unrelated?`).fill('A broken disk.')
  await page.getByLabel('Add an incident that the change caused').fill(ownReview.elsewhere)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('3 of 3 decided')).toBeVisible()
  await expectSaved(page)
}

async function fillOutcome(page: Page): Promise<void> {
  await expect(page.getByText('The evidence suggests: Successful with issues')).toBeVisible()
  await page.getByLabel('Failed').check()
  await page
    .getByRole('link', { name: 'Say why the outcome is “Failed” when the evidence suggests “Successful with issues”.' })
    .click()
  await expect(page.getByLabel('Why does your outcome differ from the suggestion?')).toBeFocused()
  await page.getByLabel('Successful with issues').check()
  await page.getByLabel('Reasoning').fill('All was moved, one table by hand.')
  await page.getByLabel('Plan', { exact: true }).check()
  await expectSaved(page)
}

async function fillImprovements(page: Page): Promise<void> {
  const add = async (title: string) => {
    await page.getByRole('button', { name: 'Add an action' }).click()
    const form = page.getByRole('form', { name: 'New improvement action' })
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('Owner').fill('ines.marchetti@hindsight.example')
    await form.getByLabel('Due').fill('2027-05-29')
    await form.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('link', { name: title })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add an action' })).toBeFocused()
  }
  await add('Rehearse on a full copy')
  await add('Written by mistake')
  await page.getByRole('button', { name: 'Edit “Rehearse on a full copy”' }).click()
  const form = page.getByRole('form', { name: 'Improvement action' })
  await form.getByLabel('Title').fill('Rehearse on a copy of the full size')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Rehearse on a copy of the full size' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove “Written by mistake”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('link', { name: 'Written by mistake' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add an action' })).toBeFocused()
  await expect(page.getByLabel('No action is needed')).toBeDisabled()
}

async function fillLessons(page: Page, ownReview: OwnReview): Promise<void> {
  await page.getByRole('button', { name: 'Write a lesson' }).click()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill(`Rehearse the move ${ownReview.number}`)
  await page.getByRole('button', { name: 'Use the template' }).click()
  await expect(page.getByLabel('What happened, and what to do next time')).toBeFocused()
  await expect(page.getByText('Enter a title and a text first.')).toBeVisible()
  await page.getByLabel('What happened, and what to do next time').fill('**Callum Reid** moved one table by hand.')
  await page.getByLabel('Kind of lesson').selectOption({ label: 'From a failure' })
  await page.getByLabel('Category').fill('planning')
  await page.getByLabel('Tags').fill('migration')
  await page.getByLabel('Tags').press('Enter')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('Callum Reid')).toHaveCSS('font-weight', '700')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('To be published')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Still missing' })).toBeHidden()
}

async function signOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Complete the review' }).click()
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused()
  await expect(page.getByText(/^Completed as PIR-/)).toBeVisible()
}

type CheckStep = () => Promise<void>

/** Fills in a review from the start button to the result. Calls `check` at every step. */
async function reviewToTheEnd(page: Page, ownReview: OwnReview, check: CheckStep): Promise<void> {
  const steps: [name: string, fill: () => Promise<void>][] = [
    ['Risk', () => fillRisk(page)],
    ['Incidents', () => fillIncidents(page, ownReview)],
    ['Outcome', () => fillOutcome(page)],
    ['Improvements', () => fillImprovements(page)],
    ['Lessons', () => fillLessons(page, ownReview)],
    ['Sign-off', () => signOff(page)],
  ]
  await test.step('Plan', async () => {
    await openReview(page, ownReview, 'plan')
    await fillPlan(page)
    await check()
  })
  for (const [name, fill] of steps) {
    await test.step(name, async () => {
      await goOn(page, name)
      await fill()
      await check()
    })
  }
}

test('takes a change from its plan to a completed review with a published lesson', async ({
  page,
  tokens,
  signInAs,
  request,
}) => {
  const ownReview = await addOwedReview()
  await signInAs('reviewer')
  await reviewToTheEnd(page, ownReview, async () => {
    // Where the footer of the step covers no button in part.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expectAccessible(page)
  })

  const answer = await request.get(`/api/itsm/v1/changes/${ownReview.number}`, {
    headers: { Authorization: `Bearer ${tokens.itsm.read}` },
  })
  const change = await answer.json()
  expect(change).toMatchObject({ state: 'closed', pir_completed: true, pir_outcome: 'successful_with_issues' })
  expect(change.pir_reference).toMatch(/^PIR-\d{4}-\d{4}$/)
  expect(change.pir_date).toMatch(/^\d{4}-\d\d-\d\d$/)

  const query = `metadata.source_pir = ${change.pir_reference}`
  const found = await request.get(`/api/docs/v1/articles?query=${encodeURIComponent(query)}`, {
    headers: { Authorization: `Bearer ${tokens.docs.read}` },
  })
  const { articles } = await found.json()
  expect(articles).toHaveLength(1)
  expect(articles[0].metadata).toMatchObject({
    source_change: ownReview.number,
    polarity: 'negative',
    category: 'planning',
  })
  expect(articles[0].content).toContain('moved one table by hand')
  expect(articles[0].content).not.toContain('Callum')

  await page.getByRole('link', { name: 'Open the report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: ownReview.title })).toBeVisible()
  for (const text of [
    change.pir_reference,
    'One table was moved by hand.',
    'Locks of the nightly job.',
    'A broken disk.',
    ownReview.elsewhere,
    'All was moved, one table by hand.',
    'Rehearse on a copy of the full size',
    `Rehearse the move ${ownReview.number}`,
  ]) {
    await expect(page.getByRole('article')).toContainText(text)
  }

  await test.step('the change is at hand on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`/changes/${ownReview.number}/review/risk`)
    await page.getByRole('button', { name: 'Plan, backout and risk' }).click()
    await page.getByRole('tab', { name: 'Backout' }).click()
    await expect(page.getByRole('dialog', { name: 'The change' })).toContainText('Point the service at the old tables')
  })
})

test('lists what is missing and links to each field', async ({ page, openOwnReview }) => {
  const ownReview = await openOwnReview('sign-off')
  await expect(page.getByRole('button', { name: 'Complete the review' })).toBeDisabled()
  const follow = async (text: string) => {
    await page.getByRole('link', { name: text }).click()
  }
  await follow('Say whether the objective was met.')
  await expect(page).toHaveURL(/\/review\/plan#field-is_objective_met$/)
  const objective = page.getByRole('group', { name: 'Was the objective of the change met?' })
  await expect(objective.getByLabel('Yes')).toBeFocused()
  await expect(page).toHaveTitle(/^Plan · /)

  await follow('Mark each step as done, skipped or deviated: 3 of 3 are not marked.')
  await expect(findMark(page, planSteps[0] ?? '', 'Done')).toBeFocused()

  await page.getByRole('link', { name: /Sign-off/ }).click()
  await follow(`Confirm or reject ${ownReview.linked}: it names this change.`)
  await expect(incident(page, ownReview.linked).getByRole('button', { name: 'Caused by this change' })).toBeFocused()
  await incident(page, ownReview.linked).getByRole('button', { name: 'Unrelated', exact: true }).click()
  await follow(`Say why ${ownReview.linked} is unrelated to the change.`)
  await expect(page.getByLabel(`Why is ${ownReview.linked} unrelated?`)).toBeFocused()
  await expectSaved(page)

  await page.goBack()
  await expect(page.getByRole('region', { name: 'Sign-off', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Sign-off', exact: true })).toBeVisible()
  await expect(
    page.getByRole('link', { name: `Confirm or reject ${ownReview.linked}: it names this change.` }),
  ).toBeHidden()
})

test('is for reading to a viewer, and to everybody when it is completed', async ({ page, signInAs }) => {
  const ownReview = await addOwedReview()
  await signInAs('viewer')
  await page.goto(`/changes/${ownReview.number}/review`)
  await expect(page.getByText('A reviewer can start it. You can read it then.')).toBeVisible()
  await signInAs('reviewer')
  await openReview(page, ownReview, 'plan')
  await fillPlan(page)
  await signInAs('viewer')
  await page.goto(`/changes/${ownReview.number}/review/plan`)
  await expect(page.getByText('You can read this review. Only reviewers can edit it.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Plan' }).getByText('One table was moved by hand.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.goto(`/changes/${ownReview.number}/review/sign-off`)
  await expect(page.getByRole('button', { name: 'Complete the review' })).toBeHidden()
})
