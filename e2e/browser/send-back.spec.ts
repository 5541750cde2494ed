import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, expectSaved, fillOwnReview, sendOwn } from '#e2e/support/own-review.ts'

const findSteps = (page: Page) => page.getByRole('navigation', { name: 'Steps of the review' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a signer comments at a field and sends a review back to its step, where the reviewer answers', async ({
  page,
  signInAs,
}) => {
  const ownReview = await addOwedReview('high')
  await signInAs('reviewer')
  const reference = await fillOwnReview(page.request, ownReview)
  await sendOwn(page.request, 'POST', `/api/app/v1/reviews/${reference}/submission`, {})
  const check = () => expectAccessible(page)

  await test.step('the signer comments at an answer and sends the review back to its step', async () => {
    await signInAs('manager')
    await page.goto(`/changes/${ownReview.number}/review/risk`)
    await button(page, 'Comment on the missed risks').click()
    const panel = page.getByRole('dialog', { name: 'Comments on the missed risks' })
    await panel.getByRole('textbox', { name: 'Your comment' }).fill('How long did the locks last? @noo')
    await page.getByRole('option', { name: /^Noor Haddad/ }).click()
    await panel.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(panel.getByText('How long did the locks last?')).toBeVisible()
    await check()
    await page.keyboard.press('Escape')
    await expect(button(page, '1 comment on the missed risks')).toBeFocused()
    await check()

    await page.goto(`/changes/${ownReview.number}/review/sign-off`)
    await button(page, 'Send back').click()
    const dialog = page.getByRole('dialog', { name: 'Send the review back' })
    await dialog.getByLabel('Reason').fill('Say what the locks cost.')
    await dialog.getByLabel('Step').selectOption({ label: 'Risk' })
    await check()
    await dialog.getByRole('button', { name: 'Send back', exact: true }).click()
    await expect(page.getByText('sent this review back to the step Risk')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Risk' })).toBeVisible()
  })

  await test.step('the reviewer lands at the step with the reason, answers the comment and submits it again', async () => {
    await signInAs('reviewer')
    await page.goto('/')
    const row = page.getByRole('link', { name: ownReview.title })
    await expect(row.first()).toHaveAttribute('href', `/changes/${ownReview.number}/review/risk`)
    await page.goto(`/changes/${ownReview.number}/review`)
    await expect(page).toHaveURL(/\/review\/risk$/)
    await expect(page.getByRole('main').getByText('Say what the locks cost.')).toBeVisible()
    await expect(findSteps(page).getByRole('link', { name: /^Risk\b.*, sent back/ })).toBeVisible()
    await check()
    await button(page, '1 comment on the missed risks').click()
    const panel = page.getByRole('dialog', { name: 'Comments on the missed risks' })
    await panel.getByRole('textbox', { name: 'Your comment' }).fill('An hour each.')
    await panel.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(panel.getByRole('list').getByText('An hour each.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button(page, '2 comments on the missed risks')).toBeFocused()
    await page.getByLabel('What was missed').fill('Locks of the nightly job: an hour each.')
    await expectSaved(page)
    await page.goto(`/changes/${ownReview.number}/review/sign-off`)
    await button(page, 'Submit for sign-off').click()
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('Submitted for sign-off')
    await expect(findSteps(page).getByRole('link', { name: /sent back/ })).toHaveCount(0)
  })

  await test.step('the discussion names the field and links it, the history the step', async () => {
    await page.goto(`/changes/${ownReview.number}/discussion`)
    const link = page.getByRole('link', { name: 'Risk: missed risks' })
    await expect(link).toHaveCount(2)
    await check()
    await link.first().click()
    await expect(page).toHaveURL(/\/review\/risk#field-missed$/)
    await signInAs('manager')
    await page.goto(`/changes/${ownReview.number}`)
    await expect(page.getByText(`sent back the review ${reference} to the step Risk`)).toBeVisible()
  })

  await test.step('the comment took no part: the signer signs it off', async () => {
    await page.goto(`/changes/${ownReview.number}/review/sign-off`)
    await button(page, 'Sign off').click()
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('Signed off by ')
  })
})
