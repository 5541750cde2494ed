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

async function giveReason(page: Page, opener: string, title: string, reason: string, submit: string): Promise<void> {
  await button(page, opener).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Sign-off', exact: true })).toBeFocused()
}

test('a review is submitted, returned, signed off, reopened and compared', async ({ page, baseURL, signInAs }) => {
  const implementer = await addAccount('manager')
  const ownReview = await addReviewToSign(implementer.email)
  const check = () => expectAccessible(page)

  await test.step('the reviewer submits it and cannot sign it', async () => {
    await signInAs('reviewer')
    await page.goto(`/changes/${ownReview.number}/review/plan`)
    await expect(page.getByText('Not started', { exact: true })).toBeVisible()
    await expect(page.getByText('Required: The risk is rated high')).toBeVisible()
    await expect(page.getByText('Needs sign-off')).toBeVisible()
    await fillOwnReview(page.request, ownReview)
    await openSignOff(page, ownReview)
    await submit(page)
    await expect(page.getByText('Only a manager can sign it off.')).toBeVisible()
    const steps = page.getByRole('navigation', { name: 'Steps of the review' })
    await expect(steps.getByRole('link', { name: /complete$/ })).toHaveCount(7)
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

  await test.step('a manager returns it with a reason', async () => {
    await signInAs('manager')
    await openSignOff(page, ownReview)
    await giveReason(page, 'Send back', 'Send the review back', 'Say what the locks cost.', 'Send back')
    await expect(page.getByText(/sent this review back$/)).toBeVisible()
    await expect(page.getByText('Say what the locks cost.')).toBeVisible()
    await expect(page.getByText('Assigned to Noor Haddad. Your changes are recorded under your name.')).toBeVisible()
    await expect(button(page, 'Submit for sign-off')).toBeHidden()
    await expect(button(page, 'Submit on behalf of Noor Haddad')).toBeEnabled()
  })

  await test.step('the reviewer submits it again', async () => {
    await signInAs('reviewer')
    await openSignOff(page, ownReview)
    await submit(page)
  })

  await test.step('a manager signs it off', async () => {
    await signInAs('manager')
    await openSignOff(page, ownReview)
    await check()
    await button(page, 'Sign off').click()
    await expect(result(page)).toBeFocused()
    await expect(result(page)).toContainText(/Completed as PIR-.*Signed off by /)
  })

  await test.step('it is reopened with a reason, changed and signed again', async () => {
    await openSignOff(page, ownReview)
    await giveReason(page, 'Reopen the review', 'Reopen the review', 'The locks came back.', 'Reopen')
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
    await expect(since.last()).toContainText('Sent back by')
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
    await expect(risk.getByText('Locks of the nightly job.', { exact: true })).toBeVisible()
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
