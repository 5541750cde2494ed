import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { createContext, henrike, insertOwed, noor } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { extendReview } from './extend.ts'
import { reopenReview } from './reopen.ts'
import { waiveReview } from './waive.ts'

const database = provideTestDatabase({ empty: [reviews, changes, notifications] })

const as = (actor: Parameters<typeof createContext>[1]) => createContext(database.db, actor, '2026-03-12T10:00:00.000Z')
const reason = 'The vendor delivers its root cause later.'
const owe = (more: Parameters<typeof insertOwed>[2] = {}) =>
  insertOwed(database.db, 'CHG1', { reviewer: noor.email, dueOn: '2026-03-10', ...more })

test('a manager extends a review twice: the first due date stays, and the reviewer is notified', async () => {
  const reference = await owe()
  await extendReview(as(henrike), reference, { due_on: '2026-03-20', reason })
  expect(await extendReview(as(henrike), reference, { due_on: '2026-04-09', reason })).toMatchObject({
    status: 'not_started',
    due_on: '2026-04-09',
    first_due_on: '2026-03-10',
    extensions: 2,
  })
  const notices = await database.db.select().from(notifications)
  expect(notices).toMatchObject([
    { recipient: noor.email, kind: 'review_extended', body: expect.stringContaining(reason) },
    { recipient: noor.email, kind: 'review_extended' },
  ])
  expect(notices.map(({ title }) => title).toSorted()).toEqual([
    `Henrike Vos extended the review ${reference} to 20 Mar 2026`,
    `Henrike Vos extended the review ${reference} to 9 Apr 2026`,
  ])
})

test.each([
  ['2026-03-11', 'a past day'],
  ['2026-03-10', 'not later than the due date'],
  ['2026-04-10', 'more than 30 days after the first one'],
])('refuses %s: %s', async (due, _) => {
  const reference = await owe()
  await expect(extendReview(as(henrike), reference, { due_on: due, reason })).rejects.toMatchObject({
    code: 'invalid_parameter',
    details: [{ field: 'due_on', issue: 'must be from 2026-03-12 to 2026-04-09' }],
  })
})

test.each([
  [
    'its reviewer, who may be a manager',
    { reviewer: henrike.email },
    { code: 'forbidden', message: expect.stringMatching(/your review/) },
  ],
  ['a review without a due date', { dueOn: null }, { code: 'conflict', message: 'It has no due date.' }],
  [
    'a review without a day left',
    { dueOn: '2026-02-09' },
    { code: 'conflict', message: expect.stringMatching(/^It was first due on 2026-02-09/) },
  ],
])('refuses %s', async (_, more, error) => {
  const reference = await owe(more)
  await expect(extendReview(as(henrike), reference, { due_on: '2026-03-20', reason })).rejects.toMatchObject(error)
})

test('refuses a closed review', async () => {
  const reference = await owe()
  await waiveReview(as(henrike), reference, 'Not worth it.')
  const refused = extendReview(as(henrike), reference, { due_on: '2026-03-20', reason })
  await expect(refused).rejects.toMatchObject({ code: 'conflict', message: 'It is waived.' })
})

test('a reopened review gets a new due date and keeps its first one', async () => {
  const reference = await owe()
  await waiveReview(as(henrike), reference, 'Not worth it.')
  await reopenReview(as(henrike), reference, 'It was worth it.')
  expect(await extendReview(as(henrike), reference, { due_on: '2026-04-05', reason })).toMatchObject({
    first_due_on: '2026-03-10',
    extensions: 1,
  })
})
