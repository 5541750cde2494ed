import { beforeAll, expect, test } from 'vitest'
import { countQueue as contract, listQueue as listContract } from '#lib/contracts/app/queue.ts'
import { listQueueFilterConditions, queueFilterKeys } from '#lib/review/worklists.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { callum, createContext, insertChange, insertOwed, noor } from '#server/reviews/testing.ts'
import { countQueue } from './count-queue.ts'
import { listOwnTeams } from './own-teams.ts'
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

const count = (query: Record<string, string> = {}, actor: Parameters<typeof createContext>[1] = noor) =>
  countQueue(createContext(database.db, actor), contract.query.parse(query))

test('counts the changes of each quick filter', async () => {
  expect(await count()).toEqual({
    mine: 1,
    my_team: 0,
    unassigned: 1,
    overdue: 2,
    due_this_week: 1,
    waiting: 1,
    waivers: 0,
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
  const conditions = listQueueFilterConditions({ email: noor.email, teams: [] })
  const wanted = 'query' in query ? [`(${query.query})`] : []
  for (const key of queueFilterKeys) {
    if (conditions[key] === undefined) continue
    const both = { ...query, query: [...wanted, ...conditions[key]].join(' AND ') }
    const { total } = await listQueue(createContext(database.db, noor), listContract.query.parse(both))
    expect([key, counts[key]]).toEqual([key, total])
  }
})

test('a person is in the teams whose changes of the last year they implement, and counts all changes of those', async () => {
  const { db } = database
  const own = { assignedTo: callum.email, createdAt: '2026-03-01T00:00:00.000Z' }
  await insertChange(db, 'CHG10', { ...own, assignmentGroup: 'Web "Ops"' })
  await insertChange(db, 'CHG11', { ...own, assignedTo: callum.name, assignmentGroup: 'Databases' })
  await insertChange(db, 'CHG12', { ...own, assignmentGroup: null })
  await insertChange(db, 'CHG13', { ...own, assignmentGroup: 'Storage', createdAt: '2025-03-01T00:00:00.000Z' })
  await insertChange(db, 'CHG14', { assignmentGroup: 'Databases' })
  await insertChange(db, 'CHG15', { assignmentGroup: 'Storage' })
  expect(await listOwnTeams(createContext(db, callum))).toEqual(['Databases', 'Web "Ops"'])
  expect(await listOwnTeams(createContext(db, noor))).toEqual([])
  expect(await listOwnTeams(createContext(db, testToken))).toEqual([])
  expect([(await count({}, callum)).my_team, (await count({}, noor)).my_team]).toEqual([3, 0])
})

test('counts again after a write', async () => {
  const before = await count()
  await insertChange(database.db, 'CHG6', { type: 'emergency' })
  expect((await count()).emergency).toBe(before.emergency + 1)
})
