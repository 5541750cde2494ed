import { asc } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { completeReview } from '#server/reviews/lifecycle/complete-review.ts'
import { reopenReview } from '#server/reviews/lifecycle/reopen-review.ts'
import { startReview } from '#server/reviews/lifecycle/start-review.ts'
import { getReview } from '#server/reviews/record/queries.ts'
import { callum, createContext, fillReview, insertChange, noor, saveStep } from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { reviews } from '#server/schema/reviews.ts'
import { readMigrations } from './read-migrations.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  const at = '2026-01-01T00:00:00.000Z'
  for (const { id, email, name } of [noor, callum]) {
    const times = { createdAt: at, updatedAt: at }
    await database.db.insert(accounts).values({ id, email, name, role: 'reviewer', origin: 'entry', ...times })
  }
})

const as = (actor: Actor, now?: string) => createContext(database.db, actor, now)

test('the migration fills in from the history who wrote the answers of open reviews since their start or reopening', async () => {
  const started = async (number: string) => {
    const review = await startReview(as(noor), await insertChange(database.db, number))
    await fillReview(as(noor), review)
    return review.reference
  }
  const both = await started('CHG-A')
  await saveStep(as(callum), await getReview(as(callum), both), 'risk', { verdict: 'too_low', missed: 'Locks.' })
  const reopened = await started('CHG-B')
  await completeReview(as(noor), reopened, {})
  await reopenReview(as(noor, '2026-03-11T08:00:00.000Z'), reopened, 'Look again.')
  const review = await getReview(as(callum), reopened)
  await saveStep(as(callum, '2026-03-12T08:00:00.000Z'), review, 'risk', { verdict: 'too_low', missed: 'Locks.' })
  await completeReview(as(noor), await started('CHG-C'), {})
  await startReview(as(noor), await insertChange(database.db, 'CHG-D'))

  await database.db.update(reviews).set({ writers: [] })
  const backfill = readMigrations()
    .find(({ tag }) => tag.endsWith('_review_api_writes'))
    ?.statements.find((statement) => statement.includes('"writers"'))
  await database.pool.query(backfill ?? '')
  const rows = await database.db.select().from(reviews).orderBy(asc(reviews.changeNumber))
  expect(rows.map(({ writers }) => writers.toSorted())).toEqual([
    [callum.email, noor.email].toSorted(),
    [callum.email],
    [],
    [],
  ])
})
