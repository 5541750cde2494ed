import { eq, isNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import { changes } from '#server/schema/changes.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { seedDemoData } from './seed.ts'

const now = new Date('2026-11-20T14:03:07.123Z')

const database = provideTestDatabase()
beforeAll(async () => {
  await seedDemoData(database.db, now)
})

test('the policy has decided on every change in review, and a further run finds nothing to do', async () => {
  const waiting = await database.db.select().from(changes).where(eq(changes.state, 'review'))
  const decided = new Map((await database.db.select().from(policyDecisions)).map((row) => [row.changeNumber, row]))
  expect(waiting.filter(({ number }) => !decided.has(number))).toEqual([])
  const counts = await decideReviews(testContext(database.db, createSystemActor('x', 'X'), now))
  expect(counts).toEqual({ decided: 0, owed: 0, raised: 0 })
})

test('required reviews exist, with reasons and reviewer of the decision', async () => {
  const owed = await database.db.select().from(policyDecisions).where(eq(policyDecisions.isOwed, true))
  const opened = new Map((await database.db.select().from(reviews)).map((row) => [row.changeNumber, row]))
  for (const { changeNumber, reasons, dueOn, form, assignee } of owed) {
    expect(opened.get(changeNumber)).toMatchObject({ reasons, dueOn, form, reviewer: assignee })
    expect(reasons.length).toBeGreaterThan(0)
  }
  expect(owed.length).toBeGreaterThan(20)
  const decided = await database.db.select().from(policyDecisions)
  expect(decided.length).toBeGreaterThan(owed.length + 5)
})

test('the queue has reviews of every kind: unassigned, overdue, due soon, short and full', async () => {
  const open = await database.db.select().from(reviews).where(isNull(reviews.completedAt))
  const today = now.toISOString().slice(0, 10)
  const has = (is: (review: (typeof open)[number]) => boolean) => open.filter(is).length
  expect(has(({ reviewer }) => reviewer === null)).toBeGreaterThan(0)
  expect(has(({ reviewer, status }) => reviewer !== null && status === 'not_started')).toBeGreaterThan(2)
  expect(has(({ dueOn }) => dueOn !== null && dueOn < today)).toBeGreaterThan(1)
  expect(has(({ dueOn }) => dueOn !== null && dueOn >= today)).toBeGreaterThan(2)
  expect(has(({ form }) => form === 'short')).toBeGreaterThan(2)
  expect(has(({ form, needsSignOff }) => form === 'full' && needsSignOff)).toBeGreaterThan(0)
})
