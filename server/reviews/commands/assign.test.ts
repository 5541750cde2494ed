import { beforeAll, expect, test } from 'vitest'
import { assignReviews as contract } from '#lib/contracts/app/review-bulk.ts'
import { createAccount, updateAccount } from '#server/platform/auth/account-commands.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { listReviewers } from '#server/reviews/list-reviewers.ts'
import { callum, createContext, insertChange, insertOwed, noor } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviewerGroups } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { assignReviews } from './assign.ts'

const manager = testPerson('manager')
const database = provideTestDatabase()
beforeAll(async () => {
  for (const { email, name } of [noor, callum]) await addAccount(email, name, 'reviewer')
  await addAccount('viewer@hindsight.example', 'Vera Viewer', 'viewer')
  const { id } = await addAccount('gone@hindsight.example', 'Gone Away', 'manager')
  await updateAccount(createContext(database.db, testPerson('admin')), id, { is_disabled: true })
})

const addAccount = (email: string, name: string, role: 'viewer' | 'reviewer' | 'manager') =>
  createAccount(createContext(database.db), { email, name, role, password: 'correct horse battery' })

const assign = (body: { reviews: string[]; reviewer?: string; group_id?: string }, actor: Actor = manager) =>
  assignReviews(createContext(database.db, actor), contract.body.parse(body))

async function getReviewRow(number: string) {
  const [row] = await readRows(database.db, reviews, { changeNumber: number })
  if (!row) throw new Error(`no review of ${number}`)
  return row
}

test('a manager assigns many at once, by reference or change, with a result for each', async () => {
  const { db } = database
  const reference = await insertOwed(db, 'CHG-A1', { dueOn: '2026-03-16' })
  await insertOwed(db, 'CHG-A2', {
    reviewer: callum.email,
    reviewerName: callum.name,
    remindedAt: '2026-03-09T08:00:00Z',
  })
  await insertOwed(db, 'CHG-A3', { status: 'completed' })
  await insertOwed(db, 'CHG-A4', { status: 'awaiting_sign_off' })
  await insertChange(db, 'CHG-A5')
  const items = [reference, 'CHG-A2', 'CHG-A3', 'CHG-A4', 'CHG-A5', 'CHG-NONE', 'CHG-A1']
  const { results } = await assign({ reviews: items, reviewer: noor.email.toUpperCase() })
  expect(results.map(({ item, result, text }) => [item, result, text])).toEqual([
    [reference, 'done', 'Assigned to Noor Haddad.'],
    ['CHG-A2', 'done', 'Assigned to Noor Haddad.'],
    ['CHG-A3', 'refused', 'The review PIR-CHG-A3 is completed and can no longer be changed.'],
    ['CHG-A4', 'refused', 'The review is waiting for sign-off.'],
    ['CHG-A5', 'refused', 'It has no review.'],
    ['CHG-NONE', 'refused', 'There is no such review or change.'],
    ['CHG-A1', 'refused', 'It is in the list twice.'],
  ])
  expect(results[0]).toMatchObject({ reference, change_number: 'CHG-A1', title: 'Change CHG-A1' })
  expect(await getReviewRow('CHG-A2')).toMatchObject({
    reviewer: noor.email,
    reviewerName: noor.name,
    status: 'not_started',
    remindedAt: null,
    version: 2,
  })
  const notified = await readRows(db, notifications, { path: '/changes/CHG-A2/review' })
  expect(new Map(notified.map(({ recipient, title }) => [recipient, title]))).toEqual(
    new Map([
      [noor.email, 'You were assigned the review PIR-CHG-A2'],
      [callum.email, 'The review PIR-CHG-A2 was reassigned to Noor Haddad'],
    ]),
  )
  const events = await readRows(db, auditEvents, { entityId: 'PIR-CHG-A2' })
  expect(events.map(({ actorName, changes }) => [actorName, changes])).toEqual([
    [manager.name, { reviewer: { from: callum.email, to: noor.email } }],
  ])
})

test('a reviewer reassigns their own reviews and takes unassigned ones, and nothing else', async () => {
  const { db } = database
  await insertOwed(db, 'CHG-C1', { reviewer: noor.email })
  await insertOwed(db, 'CHG-C2')
  await insertOwed(db, 'CHG-C3')
  await insertOwed(db, 'CHG-C4', { reviewer: callum.email })
  expect((await assign({ reviews: ['CHG-C1', 'CHG-C3'], reviewer: callum.email }, noor)).results).toMatchObject([
    { result: 'done' },
    { result: 'refused', text: 'Only its reviewer or a manager can reassign it.' },
  ])
  expect((await assign({ reviews: ['CHG-C2', 'CHG-C4'], reviewer: noor.email }, noor)).results).toMatchObject([
    { result: 'done' },
    { result: 'refused' },
  ])
  expect(await getReviewRow('CHG-C4')).toMatchObject({ reviewer: callum.email, version: 1 })
})

test.each(['viewer@hindsight.example', 'gone@hindsight.example', 'nobody@hindsight.example'])(
  '%s cannot be assigned a review',
  async (reviewer) => {
    await expect(assign({ reviews: ['CHG-A1'], reviewer })).rejects.toMatchObject({ code: 'invalid_parameter' })
  },
)

test('the members of a group get them in turn, except the implementer and people who cannot review', async () => {
  const { db } = database
  await addAccount('tomas.lind@hindsight.example', 'Tomas Lind', 'reviewer')
  const members = [noor.email, 'gone@hindsight.example', 'tomas.lind@hindsight.example', callum.email]
  await db.insert(reviewerGroups).values({ id: 'grp_1', name: 'Databases', members, origin: 'entry' })
  const numbers = ['CHG-E1', 'CHG-E2', 'CHG-E3']
  for (const number of numbers) await insertOwed(db, number)
  const [one, two] = await Promise.all([
    assign({ reviews: numbers.slice(0, 2), group_id: 'grp_1' }),
    assign({ reviews: numbers.slice(2), group_id: 'grp_1' }),
  ])
  expect([...one.results, ...two.results].map(({ result }) => result)).toEqual(['done', 'done', 'done'])
  const assigned = await Promise.all(numbers.map(async (number) => (await getReviewRow(number)).reviewer))
  expect(assigned.filter((email) => email === noor.email).length).toBe(2)
  expect(assigned.filter((email) => email === callum.email).length).toBe(1)
  await expect(assign({ reviews: numbers, group_id: 'grp_0' })).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('exactly one of person and group is required', () => {
  expect(contract.body.safeParse({ reviews: ['A'] }).success).toBe(false)
  expect(contract.body.safeParse({ reviews: ['A'], reviewer: noor.email, group_id: 'grp_1' }).success).toBe(false)
  expect(contract.body.safeParse({ reviews: [], group_id: 'grp_1' }).success).toBe(false)
})

test('people who can review are listed with the number of their open reviews', async () => {
  const { people, groups } = await listReviewers(createContext(database.db, manager), { limit: 20 })
  expect(people.map(({ name }) => name)).toEqual(['Callum Reid', 'Noor Haddad', 'Tomas Lind'])
  const open = await readRows(database.db, reviews, { reviewer: noor.email })
  expect(people[1]).toMatchObject({ email: noor.email, role: 'reviewer', open_reviews: open.length })
  expect(groups).toMatchObject([{ name: 'Databases', members: 4 }])
})
