import type { APIRequestContext, Page } from 'playwright/test'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, expectSaved, goOn, type OwnReview, openReview, sendOwn } from '#e2e/support/own-review.ts'
import { signIn } from '#e2e/support/sign-in.ts'

const notes = (page: Page) => page.getByLabel('Notes')

/** Waits until the service has stored this text in the notes of the plan. Reads it with the session of the page. */
async function expectStored(request: APIRequestContext, { number }: OwnReview, text: string): Promise<void> {
  await expect(async () => {
    const { review } = await (await request.get(`/api/app/v1/changes/${number}/review`)).json()
    expect(review.steps.plan.form.notes).toBe(text)
  }).toPass()
}

async function typeSignIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/sign-in/)
}

test('nothing is lost by a reload, a cut network, going on, leaving or closing the window', async ({
  page,
  openOwnReview,
  context,
}) => {
  expectConsoleErrors(page, /ERR_INTERNET_DISCONNECTED/)
  const ownReview = await openOwnReview('plan')

  await test.step('by a reload in the middle of a word', async () => {
    await expect(notes(page)).toBeEditable()
    await notes(page).pressSequentially('Half a sen')
    await page.reload()
    await expect(notes(page)).toHaveValue('Half a sen')
    await expectSaved(page)
    await expectStored(page.request, ownReview, 'Half a sen')
  })

  await test.step('by a network that is cut: the text is kept, the other steps are there, and it is sent afterwards', async () => {
    await context.setOffline(true)
    await notes(page).fill('Written in a tunnel.')
    await expect(page.getByText('Offline. Stored in this browser and sent when the service is back.')).toBeVisible()
    await goOn(page, 'Risk')
    await expect(page.getByText('Not saved yet, stored in this browser: Plan')).toBeVisible()
    await page.getByLabel('Rated correctly').check()
    await page.getByRole('link', { name: 'Back to Plan' }).click()
    await expect(notes(page)).toHaveValue('Written in a tunnel.')
    await context.setOffline(false)
    await expectSaved(page)
    await expectStored(page.request, ownReview, 'Written in a tunnel.')
    await page.reload()
    // A link that is clicked before the page is live opens the step as a page of its own.
    await expect(notes(page)).toBeEditable()
    await goOn(page, 'Risk')
    await expect(page.getByLabel('Rated correctly')).toBeChecked()
    await page.getByRole('link', { name: 'Back to Plan' }).click()
  })

  await test.step('by going on right after typing, or leaving the review', async () => {
    await notes(page).fill('And straight on.')
    await page.getByRole('link', { name: 'Next: Risk' }).click()
    await expectStored(page.request, ownReview, 'And straight on.')
    await page.getByRole('link', { name: 'Back to Plan' }).click()
    await expect(notes(page)).toHaveValue('And straight on.')
    await notes(page).fill('And out.')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Knowledge' }).click()
    await expect(page).toHaveURL(/\/knowledge$/)
    await expectStored(page.request, ownReview, 'And out.')
    await page.goBack()
    await expect(notes(page)).toHaveValue('And out.')
  })

  await test.step('by closing the window right after typing', async () => {
    await notes(page).fill('Closed at once.')
    await page.close({ runBeforeUnload: true })
    await expectStored(context.request, ownReview, 'Closed at once.')
  })
})

test('nothing is lost by a session that was ended from another browser, and a reload before signing in', async ({
  page,
  signInElsewhere,
  signInAsOwn,
}) => {
  expectConsoleErrors(page, /status of 401/)
  const ownReview = await addOwedReview()
  const person = await signInAsOwn('reviewer')
  await openReview(page, ownReview, 'plan')
  const elsewhere = await (await signInElsewhere(person)).newPage()
  await elsewhere.goto('/users')
  await elsewhere.getByRole('button', { name: `Account of ${person.name}` }).press('Enter')
  await elsewhere.getByRole('button', { name: 'Sign out everywhere' }).click()
  await elsewhere.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(elsewhere).toHaveURL(/\/sign-in/)

  await expect(async () => {
    await notes(page).pressSequentially('.')
    await expect(page.getByText('Your session has ended. Stored in this browser')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await notes(page).fill('Thrown out in the middle.')
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in/)
  await typeSignIn(page, person)
  await expect(page).toHaveURL(new RegExp(`/changes/${ownReview.number}/review/plan$`))
  await expect(notes(page)).toHaveValue('Thrown out in the middle.')
  await expectSaved(page)
  await expectStored(page.request, ownReview, 'Thrown out in the middle.')
})

test('of two windows on one step the later one is shown both versions', async ({
  page,
  openOwnReview,
  context,
  browser,
  baseURL,
}) => {
  expectConsoleErrors(page, /status of 412/)
  const ownReview = await openOwnReview('plan')
  const otherContext = await browser.newContext({ baseURL: baseURL ?? '' })
  await signIn(otherContext, baseURL ?? '', 'manager')
  const other = await otherContext.newPage()
  const conflict = page.getByRole('region', { name: 'Henrike Vos saved this step while you were editing it' })
  for (const [choice, earlier, later, expectedNotes] of [
    ['Keep mine', 'The earlier text.', 'The later text.', 'The later text.'],
    ['Take theirs', 'Earlier again.', 'Later again.', 'Earlier again.'],
  ] as const) {
    await openReview(other, ownReview, 'plan')
    await notes(other).fill(earlier)
    await expectSaved(other)
    await notes(page).fill(later)
    await expect(conflict).toContainText(later)
    await expect(conflict).toContainText(earlier)
    await expect(conflict).not.toContainText('Stop the writers')
    // Away from the bars that stay in place: what they cover in part would count as a small target.
    await page.getByLabel('Work ended').evaluate((field) => field.scrollIntoView({ block: 'center' }))
    await expectAccessible(page)
    await page.reload()
    await expect(conflict).toBeVisible()
    await conflict.getByRole('button', { name: choice }).click()
    await expect(conflict).toBeHidden()
    await expect(notes(page)).toHaveValue(expectedNotes)
    await expectSaved(page)
    await expectStored(page.request, ownReview, expectedNotes)
  }
  await otherContext.close()

  await test.step('of one person they are called tabs, not by their name', async () => {
    // Saves as another browser would, because tabs of one browser share their drafts.
    const { review } = await (await page.request.get(`/api/app/v1/changes/${ownReview.number}/review`)).json()
    const { form, version } = review.steps.plan
    await sendOwn(context.request, 'PUT', `/api/app/v1/reviews/${review.reference}/steps/plan`, {
      version,
      form: { ...form, notes: 'Of another tab.' },
    })
    await notes(page).fill('Of this tab.')
    const ownConflict = page.getByRole('region', { name: 'You saved this step in another tab' })
    await expect(ownConflict).toContainText('Of another tab.')
    await ownConflict.getByRole('button', { name: 'Keep this one' }).click()
    await expectSaved(page)
    await expectStored(page.request, ownReview, 'Of this tab.')
  })
})
