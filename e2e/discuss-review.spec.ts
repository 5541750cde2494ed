import { expect, test } from './fixtures.ts'
import { addOwedReview, openReview } from './own-review.ts'

test('people talk about a review, and who is mentioned finds it', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const own = await addOwedReview(world)
  await signInAs('reviewer')
  await openReview(page, own, 'plan')
  await page.getByRole('link', { name: 'Discussion' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Discussion of ${own.title}` })).toBeVisible()
  await expect(page.getByText('Nobody has said anything yet.')).toBeVisible()

  const comment = page.getByRole('textbox', { name: 'Your comment' })
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText('must not be empty')).toBeVisible()
  await comment.fill('Was the window agreed on? ')
  await page.reload()
  await expect(comment).toHaveValue('Was the window agreed on? ')
  await page.getByRole('button', { name: 'Mention' }).click()
  await page.getByRole('menuitem', { name: 'Henrike Vos' }).click()
  await expect(comment).toHaveValue(/@Henrike Vos/)
  await comment.press('Control+Enter')
  const first = page.getByRole('listitem').filter({ hasText: 'Was the window agreed on?' })
  await expect(first).toBeVisible()
  await expect(comment).toHaveValue('')
  await expectAccessible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible()

  await page.getByRole('button', { name: 'Actions for the comment of Noor Haddad' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit the comment' }).fill('Was the second window agreed on? @Henrike Vos')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Was the second window agreed on?')).toBeVisible()
  await expect(page.getByText(/, edited/)).toBeVisible()

  await signInAs('manager')
  await page.goto(`/changes/${own.number}/discussion`)
  await expect(page.getByText('@Henrike Vos', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for the comment of Noor Haddad' })).toHaveCount(0)
  const notices = await page.request.get('/api/app/v1/notifications')
  expect(JSON.stringify(await notices.json())).toContain(`/changes/${own.number}/discussion#cmt_`)
})

test('the requester answers by a link, once and without an account', async ({
  page,
  browser,
  world,
  signInAs,
  expectAccessible,
}) => {
  const own = await addOwedReview(world)
  await signInAs('reviewer')
  await openReview(page, own, 'plan')
  await page.goto(`/changes/${own.number}/discussion`)
  await page.getByRole('button', { name: 'Ask the requester' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask the requester' })
  await dialog.getByLabel('Requester').fill('nobody')
  await dialog.getByLabel('Days to answer').fill('90')
  await dialog.getByRole('button', { name: 'Ask' }).click()
  await expect(dialog.getByText('must be an e-mail address, such as ada@example.org')).toBeVisible()
  await expect(dialog.getByText('must be at most 60')).toBeVisible()
  await dialog.getByLabel('Requester').fill('ada@example.org')
  await dialog.getByLabel('Days to answer').fill('7')
  await dialog.getByRole('button', { name: 'Ask' }).click()
  const link = await dialog.getByLabel('Link').inputValue()
  expect(link).toMatch(/\/answers\/[\w-]{43}$/)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText(/Not answered yet; the link can be used until/)).toBeVisible()

  const stranger = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const answer = await stranger.newPage()
  await answer.goto(link)
  await expect(answer.getByRole('heading', { level: 1, name: own.title })).toBeVisible()
  const beyond = await answer.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)
  await answer.getByRole('button', { name: 'Send the answer' }).click()
  await expect(answer.getByText('Choose one of the three')).toBeVisible()
  await answer.getByRole('radio', { name: 'It worked in part' }).check()
  await answer.getByLabel('What else should the reviewer know?').fill('Reports were slow until noon.')
  await answer.getByRole('button', { name: 'Send the answer' }).click()
  await expect(answer.getByText('Thank you')).toBeVisible()
  await answer.reload()
  await expect(answer.getByText('This question has been answered')).toBeVisible()
  const unknown = await answer.goto(link.replace(/.{5}$/, 'wrong'))
  expect(unknown?.status()).toBe(404)
  await stranger.close()

  await page.reload()
  await expect(page.getByText('Reports were slow until noon.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Asked of the requester' })).toContainText('It worked in part')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible()
})

test('a viewer reads the discussion and cannot write in it', async ({ page, world, signInAs }) => {
  const own = await addOwedReview(world)
  await signInAs('viewer')
  await page.goto(`/changes/${own.number}/discussion`)
  await expect(page.getByRole('heading', { name: `${own.number} has no review to discuss` })).toBeVisible()
  await signInAs('reviewer')
  await openReview(page, own, 'plan')
  await signInAs('viewer')
  await page.goto(`/changes/${own.number}/discussion`)
  await expect(page.getByText('Nobody has said anything yet.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ask the requester' })).toHaveCount(0)
})
