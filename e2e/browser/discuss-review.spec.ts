import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { addQuestion } from '#e2e/support/own-question.ts'

test('people talk about a review, and who is mentioned finds it', async ({ page, openOwnReview, signInAs }) => {
  const ownReview = await openOwnReview('plan')
  await page.getByRole('link', { name: 'Discussion' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Discussion: ${ownReview.title}` })).toBeVisible()
  await expect(page.getByText('No comments yet.')).toBeVisible()

  const comment = page.getByRole('textbox', { name: 'Your comment' })
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText('Write a comment first.')).toBeVisible()
  await comment.fill('Was the window agreed on? ')
  await page.reload()
  await expect(comment).toHaveValue('Was the window agreed on? ')
  await page.getByRole('button', { name: 'Mention' }).click()
  await comment.pressSequentially('hen')
  await page.getByRole('option', { name: /^Henrike Vos/ }).click()
  await expect(comment).toHaveValue('Was the window agreed on? @Henrike Vos ')
  await comment.pressSequentially('or @cal')
  await expect(page.getByRole('option', { name: /^Callum Reid/ })).toBeVisible()
  await expectAccessible(page)
  await comment.press('Enter')
  await expect(comment).toHaveValue('Was the window agreed on? @Henrike Vos or @Callum Reid ')
  await comment.press('Control+Enter')
  const first = page.getByRole('listitem').filter({ hasText: 'Was the window agreed on?' })
  await expect(first).toBeVisible()
  await expect(comment).toHaveValue('')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Actions for the comment by Noor Haddad' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit the comment' }).fill('Was the second window agreed on? @Henrike Vos')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Was the second window agreed on?')).toBeVisible()
  await expect(page.getByText(/, edited/)).toBeVisible()

  await signInAs('manager')
  await page.goto(`/changes/${ownReview.number}/discussion`)
  await expect(page.getByText('@Henrike Vos', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for the comment by Noor Haddad' })).toHaveCount(0)
  const notices = await page.request.get('/api/app/v1/notifications')
  expect(JSON.stringify(await notices.json())).toContain(`/changes/${ownReview.number}/discussion#cmt_`)
})

const phone = { width: 360, height: 740 }

test('a requester without an account replies once by a mailed link; the reviewer cannot', async ({
  page,
  openOwnReview,
  browser,
}) => {
  const ownReview = await openOwnReview('plan')
  const { review } = await (await page.request.get(`/api/app/v1/changes/${ownReview.number}/review`)).json()
  const link = await addQuestion({ reference: review.reference, question: 'Did the ledger work?' })
  await page.goto(link)
  await expect(page.getByText('Only ada@example.org can reply')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send reply' })).toHaveCount(0)
  await expectAccessible(page)

  const stranger = await browser.newContext({ viewport: phone })
  const answer = await stranger.newPage()
  await answer.goto(new URL(link, page.url()).href)
  await expect(answer.getByRole('heading', { level: 1, name: ownReview.title })).toBeVisible()
  await expect(answer.getByText('Transfers post within a second.')).toBeVisible()
  await answer.getByRole('button', { name: 'Send reply' }).click()
  await expect(answer.getByText('Choose an answer')).toBeVisible()
  await answer.getByRole('radio', { name: 'It worked in part' }).check()
  await answer.getByLabel('What else should the reviewer know?').fill('Reports were slow until noon.')
  await answer.getByRole('button', { name: 'Send reply' }).click()
  await expect(answer.getByText('Thank you')).toBeVisible()
  await answer.reload()
  await expect(answer.getByText('This question already has a reply')).toBeVisible()
  const unknown = await answer.goto(new URL(link.replace(/.{5}$/, 'wrong'), page.url()).href)
  expect(unknown?.status()).toBe(404)
  await stranger.close()

  await page.goto(`/changes/${ownReview.number}/discussion`)
  await expect(page.getByText('Reports were slow until noon.')).toBeVisible()
  const feedback = page.getByRole('region', { name: 'Requester feedback' })
  await expect(feedback).toContainText('It worked in part')
  await expect(feedback).toContainText('Through the link sent to ada@example.org')
})

test('several stakeholders are asked at once, and the review counts what they reply by their links', async ({
  page,
  openOwnReview,
  browser,
}) => {
  const ownReview = await openOwnReview('plan')
  const { review } = await (await page.request.get(`/api/app/v1/changes/${ownReview.number}/review`)).json()
  await page.goto(`/changes/${ownReview.number}/discussion`)
  const card = page.getByRole('region', { name: 'Stakeholders' })
  await card.getByRole('button', { name: 'Ask stakeholders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask stakeholders' })
  const addresses = dialog.getByLabel('E-mail addresses')
  await expectAccessible(page)
  expectConsoleErrors(page, /status of 409/)
  await addresses.fill('nobody@elsewhere.example')
  const send = dialog.getByRole('button', { name: 'Send' })
  const refusal = dialog.getByText(/cannot reach nobody@elsewhere.example/)
  await send.click()
  await expect(refusal).toBeVisible()
  // The dialog shrinks by the refusal while the first click is on its way, so that the second lands outside.
  const answered = Promise.withResolvers<void>()
  await page.route('**/questions', async (route) => {
    await answered.promise
    await route.continue()
  })
  await send.dblclick()
  await expect(addresses).toHaveValue('nobody@elsewhere.example')
  answered.resolve()
  await expect(refusal).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await addresses.fill('viewer@hindsight.example')
  await dialog.getByLabel('Add a person').fill('Solheim')
  await page.getByRole('option', { name: /Ingrid Solheim/ }).click()
  await expect(addresses).toHaveValue('viewer@hindsight.example\nauditor@hindsight.example')
  await send.click()
  await expect(card).toContainText('0 of 2 answered')
  await expect(card).toContainText('No reply yet from')

  const open = { version: 1, answer: null, note: '', is_expected: null }
  const checks = [
    { ...open, check: 'works_as_promised', wording: 'Does it work for you as promised?', kind: 'yes_no' as const },
    { ...open, check: 'next_time', wording: 'What should we do better next time?', kind: 'text' as const },
  ]
  const { reference } = review
  const link = await addQuestion({ reference, question: 'How was it?', kind: 'stakeholder', checks })
  const stranger = await browser.newContext({ viewport: phone })
  const answer = await stranger.newPage()
  await answer.goto(new URL(link, page.url()).href)
  await expect(answer.getByText('Transfers post within a second.')).toBeVisible()
  await answer.getByRole('button', { name: 'Send reply' }).click()
  await expect(answer.getByText('Answer at least one question.')).toBeVisible()
  await answer.getByRole('radio', { name: 'Yes' }).check()
  await answer.getByRole('textbox', { name: 'What should we do better next time?' }).fill('Tell the night shift.')
  await expectAccessible(answer)
  await answer.getByRole('button', { name: 'Send reply' }).click()
  await expect(answer.getByText('Thank you')).toBeVisible()
  await stranger.close()

  await page.reload()
  await expect(card).toContainText('1 of 3 answered')
  await expect(card).toContainText('Yes 1')
  await expect(card).toContainText('Tell the night shift.')
})
