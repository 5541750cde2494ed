import type { APIRequestContext, Browser, Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { addOwedReview, expectSaved, goOn, type OwnReview, openReview, sendOwn } from '#e2e/support/own-review.ts'
import { signIn, signInWith } from '#e2e/support/sign-in.ts'

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

test.describe('nothing is lost', () => {
  let ownReview: OwnReview

  test.beforeEach(async ({ page, world, signInAs }) => {
    ownReview = await addOwedReview(world)
    await signInAs('reviewer')
    await openReview(page, ownReview, 'plan')
  })

  test('by a reload in the middle of a word', async ({ page }) => {
    await expect(notes(page)).toBeEditable()
    await notes(page).pressSequentially('Half a sen')
    await page.reload()
    await expect(notes(page)).toHaveValue('Half a sen')
    await expectSaved(page)
    await expectStored(page.request, ownReview, 'Half a sen')
  })

  test('by a network that is cut: the text is kept, the other steps are there, and it is sent afterwards', async ({
    page,
    context,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/)
    await notes(page).fill('Before the cut.')
    await expectSaved(page)
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
  })

  test('by a session that was ended from another browser, and a reload before signing in', async ({
    page,
    browser,
    baseURL,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/status of 401/)
    const person = await addAccount(baseURL ?? '', 'reviewer')
    await signInWith(page.request, baseURL ?? '', person)
    await openReview(page, ownReview, 'plan')
    const other = await browser.newContext({ baseURL: baseURL ?? '' })
    await signInWith(other.request, baseURL ?? '', person)
    const elsewhere = await other.newPage()
    await elsewhere.goto('/users')
    await elsewhere.getByRole('button', { name: `Account of ${person.name}` }).press('Enter')
    await elsewhere.getByRole('button', { name: 'Sign out everywhere' }).click()
    await elsewhere.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(elsewhere).toHaveURL(/\/sign-in/)
    await other.close()

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

  test('by going on right after typing, or leaving the review', async ({ page }) => {
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

  test('by closing the window right after typing', async ({ page, context }) => {
    await notes(page).fill('Closed at once.')
    await page.close({ runBeforeUnload: true })
    await expectStored(context.request, ownReview, 'Closed at once.')
  })
})

test.describe('two windows on one step', () => {
  async function openOther(browser: Browser, baseURL: string, ownReview: OwnReview): Promise<Page> {
    const context = await browser.newContext({ baseURL })
    await signIn(context, baseURL, 'manager')
    const page = await context.newPage()
    await openReview(page, ownReview, 'plan')
    return page
  }

  for (const [choice, expectedNotes] of [
    ['Keep mine', 'The later text.'],
    ['Take theirs', 'The earlier text.'],
  ] as const) {
    test(`show the later one both versions: ${choice}`, async ({
      page,
      browser,
      baseURL,
      world,
      signInAs,
      expectAccessible,
      expectConsoleErrors,
    }) => {
      expectConsoleErrors(/status of 412/)
      const ownReview = await addOwedReview(world)
      await signInAs('reviewer')
      await openReview(page, ownReview, 'plan')
      const other = await openOther(browser, baseURL ?? '', ownReview)
      await notes(other).fill('The earlier text.')
      await expectSaved(other)
      await notes(page).fill('The later text.')
      const conflict = page.getByRole('region', { name: 'Henrike Vos saved this step while you were editing it' })
      await expect(conflict).toContainText('The later text.')
      await expect(conflict).toContainText('The earlier text.')
      await expect(conflict).not.toContainText('Stop the writers')
      // Away from the bars that stay in place: what they cover in part would count as a small target.
      await page.getByLabel('Work ended').evaluate((field) => field.scrollIntoView({ block: 'center' }))
      await expectAccessible()
      await page.reload()
      await expect(conflict).toBeVisible()
      await conflict.getByRole('button', { name: choice }).click()
      await expect(conflict).toBeHidden()
      await expect(notes(page)).toHaveValue(expectedNotes)
      await expectSaved(page)
      await expectStored(page.request, ownReview, expectedNotes)
      await other.context().close()
    })
  }

  test('of one person are called tabs, not by their name', async ({
    page,
    context,
    world,
    signInAs,
    expectConsoleErrors,
  }) => {
    expectConsoleErrors(/status of 412/)
    const ownReview = await addOwedReview(world)
    await signInAs('reviewer')
    await openReview(page, ownReview, 'plan')
    // Saves as another browser would, because tabs of one browser share their drafts.
    const { review } = await (await page.request.get(`/api/app/v1/changes/${ownReview.number}/review`)).json()
    const { form, version } = review.steps.plan
    await sendOwn(context.request, 'PUT', `/api/app/v1/reviews/${review.reference}/steps/plan`, {
      version,
      form: { ...form, notes: 'The earlier text.' },
    })
    await notes(page).fill('The later text.')
    const conflict = page.getByRole('region', { name: 'You saved this step in another tab' })
    await expect(conflict).toContainText('The earlier text.')
    await conflict.getByRole('button', { name: 'Keep this one' }).click()
    await expectSaved(page)
    await expectStored(page.request, ownReview, 'The later text.')
  })
})
