import type { Locator, Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, expectSaved, openReview, planSteps } from '#e2e/support/own-review.ts'

const findMark = (page: Page, step: string, mark: string) =>
  page.getByRole('radiogroup', { name: step }).getByRole('radio', { name: mark })

const incident = (page: Page, number: string): Locator => page.getByRole('listitem').filter({ hasText: number }).first()

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

  await test.step('the change is at hand on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`/changes/${ownReview.number}/review/risk`)
    await page.getByRole('button', { name: 'Plan, backout and risk' }).click()
    await page.getByRole('tab', { name: 'Backout' }).click()
    await expect(page.getByRole('dialog', { name: 'The change' })).toContainText('Point the service at the old tables')
  })
})

test('is for reading to a viewer, and to everybody when it is completed', async ({ page, signInAs }) => {
  const ownReview = await addOwedReview()
  await signInAs('viewer')
  await page.goto(`/changes/${ownReview.number}/review`)
  await expect(page.getByText('A reviewer can start it. You can read it then.')).toBeVisible()
  await signInAs('reviewer')
  await openReview(page, ownReview, 'plan')
  await findMark(page, planSteps[1] ?? '', 'Deviated').check()
  await page.getByLabel('How did it deviate?').fill('One table was moved by hand.')
  await expectSaved(page)
  await signInAs('viewer')
  await page.goto(`/changes/${ownReview.number}/review/plan`)
  await expect(page.getByText('You can read this review. Only reviewers can edit it.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Plan' }).getByText('One table was moved by hand.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.goto(`/changes/${ownReview.number}/review/sign-off`)
  await expect(page.getByRole('button', { name: 'Complete the review' })).toBeHidden()
})
