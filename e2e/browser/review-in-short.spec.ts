import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addOwed, cleanOwed } from '#e2e/support/own-owed.ts'
import { ownWord } from '#e2e/support/own-records.ts'

const answers = [
  [/^Were all 2 steps/, 'No'],
  [/backout plan used/, 'Yes'],
  [/objective of the change met/, 'Partly'],
  ['Did the change cause an incident?', 'Yes'],
  ['The risk of this change was', 'Rated too low'],
  ['Is an improvement action needed?', 'Yes'],
  ['Is there a lesson to publish?', 'Yes'],
] as const

const choice = (page: Page, [question, answer]: (typeof answers)[number]) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: answer, exact: true })

async function expectAnswers(page: Page, expected: readonly (typeof answers)[number][]) {
  for (const answer of expected) await expect(choice(page, answer)).toBeChecked()
}

/** The names of the steps that the service has stored. */
async function readSavedSteps(page: Page, number: string): Promise<string[]> {
  const { review } = await (await page.request.get(`/api/app/v1/changes/${number}/review`)).json()
  const saved = Object.entries<{ version: number }>(review.steps).filter(([, { version }]) => version > 0)
  return saved.map(([step]) => step).toSorted()
}

test('every answer of the short form survives a reload and a switch to the full form', async ({
  page,
  signInAsOwn,
}) => {
  const word = ownWord()
  const { email, name } = await signInAsOwn('reviewer')
  const clean = cleanOwed(`V-${word}`, `svc-${word}`, { reviewer: email, reviewerName: name })
  const { number } = clean
  await addOwed([clean])
  await page.goto(`/changes/${number}/review/short`)
  for (const answer of answers) await choice(page, answer).check()
  await expect
    .poll(() => readSavedSteps(page, number))
    .toEqual(['improvements', 'incidents', 'lessons', 'plan', 'risk'])
  await page.reload()
  await expectAnswers(page, answers)
  await expect(page.getByText('One of your answers needs the full form.')).toBeVisible()
  await expectAccessible(page)

  const mine = page.getByRole('region', { name: /^Your (overdue )?reviews / }).getByRole('link', { name: number })
  await page.goto('/')
  await mine.click()
  await expect(page).toHaveURL(`/changes/${number}/review/short`)
  await page.getByRole('link', { name: 'Continue in the full form' }).click()
  await expect(page).toHaveURL(`/changes/${number}/review/plan`)
  await expectAnswers(page, answers.slice(1, 3))
  await expect(page.getByText('In the short form you said that not all steps')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Everything went as planned' }).click()
  await expect(page.getByText('In the short form you said that not all steps')).toHaveCount(0)
  await page.goto('/')
  await mine.click()
  await expect(page).toHaveURL(`/changes/${number}/review/plan`)
})
