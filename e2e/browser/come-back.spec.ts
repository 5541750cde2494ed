import { expect, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { addComment } from '#server/discussion/comments.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Database } from '#server/platform/db/client.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { createReviewerGroup } from '#server/policy/reviewer-groups.ts'
import { insertOwed } from '#server/reviews/testing.ts'

test('the discussion, the notifications and the policy show what others wrote once one comes back', async ({
  page,
  signInAsOwn,
}) => {
  const person = await signInAsOwn('manager')
  const number = `CHG0-${ownWord()}`
  const reference = await withDatabase((db) => insertOwed(db, number))
  const by = (db: Database) => testContext(db, testPerson('manager', 'acc_other'), new Date())
  const notice = { kind: 'review_assigned', body: 'What it is about.', path: pagePaths.changes } as const
  const writes: readonly (readonly [string, (db: Database, text: string) => Promise<unknown>])[] = [
    [pagePaths.discussion(number), (db, body) => addComment(by(db), reference, { body })],
    [pagePaths.notifications, (db, title) => notify(by(db), [person.email], { ...notice, title })],
    [pagePaths.policy, (db, name) => createReviewerGroup(by(db), { name, members: [person.email] })],
  ]
  for (const [path, write] of writes) {
    const text = `Written by another ${ownWord()}`
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await withDatabase((db) => write(db, text))
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByText(text)).toBeVisible({ timeout: 5_000 })
    }).toPass()
  }
})
