import { beforeAll, expect, test } from 'vitest'
import { countQueue as contract, listQueue as listContract } from '#lib/contracts/app/queue.ts'
import { queueFilterConditions, queueFilterKeys } from '#lib/domain/review/queue-filters.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { callum, contextOf, insertChange, insertOwed, noor } from '#server/reviews/testing.ts'
import { countQueue } from './count-queue.ts'
import { listQueue } from './queries.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  const { db } = database
  await insertOwed(db, 'CHG1', { dueOn: '2026-03-08' })
  await insertOwed(
    db,
    'CHG2',
    { dueOn: '2026-03-12', reviewer: noor.email, reviewerName: noor.name },
    { type: 'emergency' },
  )
  await insertOwed(
    db,
    'CHG3',
    { dueOn: '2026-03-01', reviewer: callum.email, status: 'awaiting_sign_off' },
    { risk: 'low' },
  )
  await insertOwed(
    db,
    'CHG4',
    { dueOn: '2026-03-01', reviewer: noor.email, status: 'completed' },
    { state: 'closed', pirCompleted: true, pirOutcome: 'failed', title: 'Failed upgrade' },
  )
  await insertChange(db, 'CHG5', { state: 'new', risk: 'very_high' })
})

const count = (query: Record<string, string> = {}, actor: Parameters<typeof contextOf>[1] = noor) =>
  countQueue(contextOf(database.db, actor), contract.query.parse(query))

test('counts the changes of each quick filter', async () => {
  expect(await count()).toEqual({
    mine: 1,
    unassigned: 1,
    overdue: 2,
    due_this_week: 1,
    waiting: 1,
    needs_review: 3,
    emergency: 1,
    high_risk: 4,
    failed: 1,
  })
  expect(await count({}, testToken)).toMatchObject({ mine: 0, overdue: 2 })
})

test.each([
  {},
  { search: 'chg1' },
  { search: 'upgrade', query: 'state = closed' },
  { query: 'is_overdue = true' },
  { query: 'risk = low OR type = emergency' },
  { query: `reviewer = ${noor.email}` },
])('with %j, each count is the total of the list', async (query) => {
  const counts = await count(query)
  const conditions = queueFilterConditions(noor.email)
  const wanted = 'query' in query ? [`(${query.query})`] : []
  for (const key of queueFilterKeys) {
    const both = { ...query, query: [...wanted, ...conditions[key]].join(' AND ') }
    const { total } = await listQueue(contextOf(database.db, noor), listContract.query.parse(both))
    expect([key, counts[key]]).toEqual([key, total])
  }
})

test('counts again after a write', async () => {
  const before = await count()
  await insertChange(database.db, 'CHG6', { type: 'emergency' })
  expect((await count()).emergency).toBe(before.emergency + 1)
})

test('a filter that is not valid is refused', async () => {
  await expect(count({ query: 'riskk = high' })).rejects.toMatchObject({ code: 'invalid_filter' })
})
