import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, expectSaved, planSteps } from '#e2e/support/own-review.ts'

/** Maximum presses of Tab to reach a control. */
const maxPresses = 60

/** Moves the focus to a control by the Tab key alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, `within ${maxPresses} presses of Tab`).toBeFocused()
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
}

/** Chooses by the arrow keys; the Tab key stops at the first choice of an open question. */
async function choose(page: Page, group: Locator, label: string): Promise<void> {
  const choices = group.getByRole('radio')
  const wanted = group.getByRole('radio', { name: label })
  const isAnswered = (await group.getByRole('radio', { checked: true }).count()) > 0
  await tabTo(page, isAnswered ? group.getByRole('radio', { checked: true }) : choices.first())
  if (!isAnswered) await page.keyboard.press('Space')
  for (let presses = await choices.count(); presses > 0 && !(await wanted.isChecked()); presses -= 1) {
    await page.keyboard.press('ArrowDown')
  }
  await expect(wanted).toBeChecked()
}

/** Checks the filled step, where its footer covers no button in part, and goes on to the next one. */
async function nextStep(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Still missing' })).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectAccessible(page)
  await press(page, page.getByRole('link', { name: `Next: ${name}` }))
  await expect(page.getByRole('region', { name, exact: true })).toBeFocused()
}

test('a review is written, completed and its lesson published by keyboard alone', async ({
  page,
  signInAs,
  request,
  tokens,
}) => {
  const ownReview = await addOwedReview()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await signInAs('reviewer')
  await page.goto(`/changes/${ownReview.number}/review/plan`)
  await expect(button('Start the review')).toBeEnabled()

  await test.step('Plan', async () => {
    await press(page, button('Start the review'))
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeFocused()
    await press(page, button('Mark all as done'))
    await expect(page.getByRole('heading', { name: 'Steps of the plan' })).toBeFocused()
    await choose(page, page.getByRole('radiogroup', { name: planSteps[1] ?? '' }), 'Skipped')
    await expect(page.getByRole('link', { name: `Say why “${planSteps[1]}” was skipped.` })).toBeVisible()
    await write(page, page.getByLabel('Why was it skipped?'), 'It was moved the day before.')
    await choose(page, page.getByRole('group', { name: 'Was the backout plan used?' }), 'No')
    await expect(page.getByRole('figure')).toHaveText(
      'Objective, from the implementation planTransfers post within a second.',
    )
    await choose(page, page.getByRole('group', { name: 'Was the objective of the change met?' }), 'Yes')
    await expectSaved(page)
    await nextStep(page, 'Risk')
  })

  await test.step('Risk', async () => {
    await choose(page, page.getByRole('group', { name: 'The risk of this change was' }), 'Rated too high')
    await write(page, page.getByLabel('What was missed'), 'The move had been rehearsed.')
    await nextStep(page, 'Incidents')
  })

  await test.step('Incidents', async () => {
    const incident = (number: string) => page.getByRole('listitem').filter({ hasText: number }).first()
    await expect(incident(ownReview.linked)).toContainText('Very likely: names this change')
    await press(page, incident(ownReview.linked).getByRole('button', { name: 'Unrelated', exact: true }))
    await write(page, page.getByLabel(`Why is ${ownReview.linked} unrelated?`), 'A broken disk.')
    await press(page, incident(ownReview.candidate).getByRole('button', { name: 'Caused by this change' }), 'Space')
    await expect(page.getByText('2 of 2 decided')).toBeVisible()
    await tabTo(page, page.getByLabel('Add an incident that the change caused'))
    await page.keyboard.type(ownReview.elsewhere)
    await press(page, button('Add'))
    await expect(page.getByText('3 of 3 decided')).toBeVisible()
    await nextStep(page, 'Outcome')
  })

  await test.step('Outcome', async () => {
    await expect(page.getByText('The evidence suggests: Partially successful')).toBeVisible()
    await choose(page, page.getByRole('group', { name: 'Outcome' }), 'Failed')
    const difference = 'the outcome is “Failed” when the evidence suggests “Partially successful”.'
    await press(page, page.getByRole('link', { name: `Say why ${difference}` }))
    await expect(page.getByLabel('Why does your outcome differ from the suggestion?')).toBeFocused()
    await page.keyboard.type('Transfers failed for an hour.')
    await press(page, page.getByLabel('Plan', { exact: true }), 'Space')
    await write(page, page.getByLabel('How did it happen?'), 'The move began before the copy was ready.')
    await nextStep(page, 'Improvements')
  })

  await test.step('Improvements', async () => {
    for (const title of ['Rehearse on a full copy', 'Written by mistake']) {
      await press(page, button('Add an action'))
      const form = page.getByRole('form', { name: 'New improvement action' })
      await expect(form.getByLabel('Title')).toBeFocused()
      await page.keyboard.type(title)
      await write(page, form.getByLabel('Owner'), 'ines.marchetti@hindsight.example')
      await tabTo(page, form.getByLabel('Due'))
      await page.keyboard.type('29 May 2027\n')
      await expect(page.getByRole('link', { name: title })).toBeVisible()
      await expect(button('Add an action')).toBeFocused()
    }
    await press(page, button('Edit “Rehearse on a full copy”'))
    const form = page.getByRole('form', { name: 'Improvement action' })
    await expect(form.getByLabel('Title')).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Rehearse on a copy of the full size\n')
    await expect(page.getByRole('link', { name: 'Rehearse on a copy of the full size' })).toBeVisible()
    await tabTo(page, button('Remove “Written by mistake”'))
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await press(page, question.getByRole('button', { name: 'Cancel' }))
    await expect(question).toBeHidden()
    await expect(button('Remove “Written by mistake”')).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, question.getByRole('button', { name: 'Remove' }))
    await expect(page.getByRole('link', { name: 'Written by mistake' })).toBeHidden()
    await expect(button('Add an action')).toBeFocused()
    await expect(page.getByLabel('No action is needed')).toBeDisabled()
    await nextStep(page, 'Lessons')
  })

  await test.step('Lessons', async () => {
    await press(page, button('Write a lesson'))
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.keyboard.type(`Move early ${ownReview.number}`)
    await press(page, button('Use the template'))
    await expect(page.getByLabel('What happened, and what to do next time')).toBeFocused()
    await expect(page.getByText('Enter a title and a text first.')).toBeVisible()
    await page.keyboard.press('Control+a')
    await write(page, page.getByLabel('What happened, and what to do next time'), 'Move what can be moved **before**.')
    await press(page, page.getByRole('button', { name: 'Preview' }), 'Space')
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('before')).toHaveCSS('font-weight', '700')
    await tabTo(page, page.getByLabel('Kind of lesson'))
    await page.keyboard.type('What work')
    await expect(page.getByLabel('Kind of lesson')).toHaveValue('positive')
    await tabTo(page, page.getByLabel('Tags'))
    await page.keyboard.type('migration')
    await page.keyboard.press('Enter')
    await press(page, button('Publish'))
    await expect(button('Marked for publication')).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('Sign-off, by the shortcuts', async () => {
    await page.keyboard.press('[')
    await expect(page.getByRole('region', { name: 'Improvements', exact: true })).toBeFocused()
    await page.keyboard.press(']')
    await expect(page.getByRole('region', { name: 'Lessons', exact: true })).toBeFocused()
    await page.keyboard.press(']')
    await expect(page.getByRole('region', { name: 'Sign-off', exact: true })).toBeFocused()
    await expect(button('Complete the review')).toBeEnabled()
    await press(page, button('Complete the review'))
    await expect(page.getByRole('region', { name: 'Result' })).toBeFocused()
    await expectAccessible(page)
    await press(page, page.getByRole('link', { name: 'Open the report' }))
    await expect(page.getByRole('heading', { level: 1, name: ownReview.title })).toBeVisible()
  })

  const read = async (path: string, token: string) =>
    (await request.get(path, { headers: { Authorization: `Bearer ${token}` } })).json()
  const change = await read(`/api/itsm/v1/changes/${ownReview.number}`, tokens.itsm.read)
  expect(change).toMatchObject({ state: 'closed', pir_completed: true, pir_outcome: 'failed' })
  const query = encodeURIComponent(`metadata.source_pir = ${change.pir_reference}`)
  const { articles } = await read(`/api/docs/v1/articles?query=${query}`, tokens.docs.read)
  expect(articles.map((article: { metadata: object }) => article.metadata)).toMatchObject([
    { source_change: ownReview.number, polarity: 'positive', tags: ['migration'] },
  ])
})
