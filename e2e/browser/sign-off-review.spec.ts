import { eq } from 'drizzle-orm'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { withDatabase } from '#e2e/support/own-records.ts'
import { addOwedReview, expectSaved, fillOwnReview, type OwnReview } from '#e2e/support/own-review.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'

const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const findSteps = (page: Page) => page.getByRole('navigation', { name: 'Steps of the review' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Adds a review that the policy requires to be signed off, of a change that `implementer` carried out. */
async function addReviewToSign(implementer: string): Promise<OwnReview> {
  const ownReview = await addOwedReview()
  await withDatabase(async (db) => {
    await db.update(changes).set({ assignedTo: implementer }).where(eq(changes.number, ownReview.number))
    await db.insert(reviews).values({
      reference: `PIR-${ownReview.number}`,
      changeNumber: ownReview.number,
      status: 'not_started',
      needsSignOff: true,
      reasons: [{ rule_id: 'rule_high_risk', rule: 'High risk', text: 'The risk is rated high' }],
      dueOn: '2026-03-16',
      origin: 'policy',
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
    })
  })
  return ownReview
}

const openSignOff = async (page: Page, { number }: OwnReview) => {
  await page.goto(`/changes/${number}/review/sign-off`)
  await expect(page.getByRole('region', { name: 'Sign-off', exact: true })).toBeVisible()
}

async function submit(page: Page): Promise<void> {
  await button(page, 'Submit for sign-off').click()
  await expect(result(page)).toBeFocused()
  await expect(result(page)).toContainText('Submitted for sign-off')
}

test('a review is submitted, commented, returned to a step, signed off, reopened and compared', async ({
  page,
  baseURL,
  signInAs,
}) => {
  const implementer = await addAccount('manager')
  const ownReview = await addReviewToSign(implementer.email)
  const check = () => expectAccessible(page)
  let reference = ''

  await test.step('the reviewer submits it and cannot sign it', async () => {
    await signInAs('reviewer')
    await page.goto(`/changes/${ownReview.number}/review/plan`)
    await expect(page.getByText('Not started', { exact: true })).toBeVisible()
    await expect(page.getByText('Required: The risk is rated high')).toBeVisible()
    await expect(page.getByText('Needs sign-off')).toBeVisible()
    reference = await fillOwnReview(page.request, ownReview)
    await openSignOff(page, ownReview)
    await submit(page)
    await expect(page.getByText('Only a manager can sign it off.')).toBeVisible()
    await expect(findSteps(page).getByRole('link', { name: /complete$/ })).toHaveCount(6)
    await expect(button(page, 'Sign off')).toBeHidden()
    await check()
    await page.goto(`/changes/${ownReview.number}/review/risk`)
    // The first of two: while the page streams in, React has not yet moved its content into place.
    await expect(page.getByText('Submitted for sign-off').first()).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await check()
  })

  await test.step('the implementer cannot sign it', async () => {
    await signInWith(page.request, baseURL ?? '', implementer)
    await openSignOff(page, ownReview)
    const signOff = page.getByRole('region', { name: 'Sign-off', exact: true })
    await expect(signOff.getByText('You implemented the change, so somebody else has to sign it off.')).toBeVisible()
    await expect(button(page, 'Sign off')).toBeHidden()
  })

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

    await openSignOff(page, ownReview)
    await button(page, 'Send back').click()
    const dialog = page.getByRole('dialog', { name: 'Send the review back' })
    await dialog.getByLabel('Reason').fill('Say what the locks cost.')
    await dialog.getByLabel('Step').selectOption({ label: 'Risk' })
    await check()
    await dialog.getByRole('button', { name: 'Send back', exact: true }).click()
    await expect(page.getByText('sent this review back to the step Risk')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Risk' })).toBeVisible()
    await expect(page.getByText('Assigned to Noor Haddad. Your changes are recorded under your name.')).toBeVisible()
    await expect(button(page, 'Submit on behalf of Noor Haddad')).toBeEnabled()
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
    await openSignOff(page, ownReview)
    await submit(page)
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
    await openSignOff(page, ownReview)
    await check()
    await button(page, 'Sign off').click()
    await expect(result(page)).toBeFocused()
    await expect(result(page)).toContainText(/Completed as PIR-.*Signed off by /)
  })

  await test.step('it is reopened with a reason, changed and signed again', async () => {
    await openSignOff(page, ownReview)
    await button(page, 'Reopen the review').click()
    const dialog = page.getByRole('dialog', { name: 'Reopen the review' })
    await button(page, 'Reopen').click()
    await expect(dialog.getByText('Enter a reason.')).toBeVisible()
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByLabel('Reason').fill('The locks came back.')
    await button(page, 'Reopen').click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'Sign-off', exact: true })).toBeFocused()
    await expect(page.getByText(/reopened this review$/)).toBeVisible()
    await signInAs('reviewer')
    await page.goto(`/changes/${ownReview.number}/review/risk`)
    await page.getByLabel('What was missed').fill('Locks of the nightly job, twice.')
    await expectSaved(page)
    await openSignOff(page, ownReview)
    await submit(page)
    await signInAs('manager')
    await openSignOff(page, ownReview)
    const since = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Changed since version 1' }) })
    await expect(since.last()).toContainText('Sent back to the step Risk by')
    await expect(since.last()).toContainText('The locks came back.')
    await expect(since.last()).toContainText('Locks of the nightly job, twice.')
    await button(page, 'Sign off').click()
    await expect(result(page)).toContainText('Completed as')
  })

  await test.step('its versions are compared', async () => {
    await page.getByRole('link', { name: 'Versions', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Versions: / })).toBeVisible()
    const risk = page.getByRole('region', { name: 'Risk' })
    await expect(risk).toContainText('1 answer differs.')
    await expect(risk).toContainText('Changed')
    await expect(risk.getByText('Locks of the nightly job: an hour each.', { exact: true })).toBeVisible()
    await expect(risk.getByText('Locks of the nightly job, twice.', { exact: true })).toBeVisible()
    const unchanged = page.getByRole('region', { name: 'No differences' })
    await expect(unchanged.getByRole('heading', { name: 'Plan' })).toBeVisible()
    await expect(unchanged.getByRole('heading', { name: 'Risk' })).toBeHidden()
    await expect(page.getByText(/The locks came back\.$/)).toBeVisible()
    await check()
    await page.getByLabel('Later').selectOption({ label: 'Version 1' })
    await button(page, 'Compare').click()
    await expect(page).toHaveURL(/left=1&right=1$/)
    await expect(unchanged.getByRole('heading', { name: 'Risk' })).toBeVisible()
  })
})
