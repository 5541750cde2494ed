import { expect, test } from 'vitest'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { callum, createContext, insertOwed, noor } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { remindReviewers } from './remind.ts'

const manager = testPerson('manager')
const database = provideTestDatabase()

const remind = async (numbers: string[], now?: string) =>
  (await remindReviewers(createContext(database.db, manager, now), { reviews: numbers })).results.map(
    ({ result, text }) => [result, text],
  )

const listReminders = (number: string) =>
  readRows(database.db, notifications, { kind: 'review_reminder', path: `/changes/${number}/review` })

const owedBy = (number: string, { email, name }: typeof noor, more: Partial<typeof reviews.$inferInsert> = {}) =>
  insertOwed(database.db, number, { reviewer: email, reviewerName: name, ...more })

test('the reviewer is notified by whom, about what and since when, and it is stored', async () => {
  const reference = await owedBy('CHG-A', noor, { dueOn: '2026-03-08' })
  expect(await remind(['CHG-A'])).toEqual([['done', 'Reminded Noor Haddad.']])
  expect(await listReminders('CHG-A')).toMatchObject([
    {
      recipient: noor.email,
      title: 'Test manager reminds you of the review PIR-CHG-A',
      body: 'CHG-A: Change CHG-A. It was due on 8 Mar 2026, 2 days ago.',
    },
  ])
  const [row] = await readRows(database.db, reviews, { reference })
  expect(row?.remindedAt).toBe('2026-03-10T12:00:00.000Z')
  const events = await readRows(database.db, auditEvents, { entityId: reference })
  expect(events.map(({ changes }) => Object.keys(changes))).toEqual([['reminded_at']])
})

test('reminds once a day, and again the next day', async () => {
  await owedBy('CHG-B', noor)
  await remind(['CHG-B'], '2026-03-10T00:00:00.000Z')
  expect(await remind(['CHG-B'], '2026-03-10T23:59:59.000Z')).toEqual([['refused', 'Noor Haddad was reminded today.']])
  expect(await remind(['CHG-B'], '2026-03-11T00:00:00.000Z')).toEqual([['done', 'Reminded Noor Haddad.']])
  expect(await listReminders('CHG-B')).toHaveLength(2)
})

test('each result explains why nobody was reminded', async () => {
  await insertOwed(database.db, 'CHG-E1')
  await owedBy('CHG-E2', noor, { status: 'awaiting_sign_off' })
  await owedBy('CHG-E3', noor, { status: 'completed' })
  await owedBy('CHG-E4', noor, { reviewer: manager.email })
  await owedBy('CHG-E5', callum)
  expect(await remind(['CHG-E1', 'CHG-E2', 'CHG-E3', 'CHG-E4', 'CHG-E5', 'CHG-E6'])).toEqual([
    ['refused', 'Nobody is assigned to the review.'],
    ['refused', 'The review is waiting for sign-off.'],
    ['refused', 'The review PIR-CHG-E3 is completed and can no longer be changed.'],
    ['refused', 'You are the reviewer.'],
    ['done', 'Reminded Callum Reid.'],
    ['refused', 'There is no such review or change.'],
  ])
})
