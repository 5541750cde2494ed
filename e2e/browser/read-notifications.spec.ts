import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { withDatabase } from '#e2e/support/own-records.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { notify } from '#server/notifications/notify.ts'
import { unsubscribeToken } from '#server/platform/mail/unsubscribe.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'

/** Sends three notifications to a person, the newest last. */
async function sendThreeNotifications(recipient: string): Promise<void> {
  await withDatabase(async (db) => {
    for (const [minutesAgo, title, path] of [
      [30, 'The improvements have changed', pagePaths.improvements],
      [20, 'The lessons have changed', pagePaths.knowledge],
      [10, 'You were assigned a review', pagePaths.changes],
    ] as const) {
      const ctx = testContext(db, testPerson('manager', 'acc_teller'), new Date(Date.now() - minutesAgo * 60_000))
      await notify(ctx, [recipient], { kind: 'review_assigned', title, body: 'What it is about.', path })
    }
  })
}

test('reads notifications behind the bell', async ({ page, signInAsOwn }) => {
  const person = await signInAsOwn('reviewer')
  await sendThreeNotifications(person.email)
  await page.goto(pagePaths.products)
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel.getByRole('listitem').first()).toContainText('You were assigned a review')
  await expectAccessible(page)

  await panel.getByRole('link', { name: 'Unread: You were assigned a review' }).click()
  await expect(page).toHaveURL(pagePaths.changes)
  await expect(panel).toHaveCount(0)
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expect(panel.getByRole('link', { name: /^Unread/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused()
})

test('unsubscribes by the link of a mail, without signing in', async ({ page, world }) => {
  const secret = readFileSync(join(world.dataDir, 'session-secret'), 'utf8')
  const email = `${crypto.randomUUID()}@hindsight.example`
  const token = unsubscribeToken({ email, topic: 'digest' }, secret)
  await page.goto(pagePaths.unsubscribe(token))
  await expect(page.getByText(`Stop sending the daily digest to ${email}?`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(pagePaths.unsubscribe(`${token}x`))
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('unsubscribes by the link of a mail', async ({ page, world }) => {
    const secret = readFileSync(join(world.dataDir, 'session-secret'), 'utf8')
    const email = `${crypto.randomUUID()}@hindsight.example`
    await page.goto(pagePaths.unsubscribe(unsubscribeToken({ email, topic: 'digest' }, secret)))
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  })
})
