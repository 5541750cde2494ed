import { beforeAll, expect, test } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import { listFirstSteps } from './list-first-steps.ts'

const database = provideTestDatabase()
beforeAll(() => setTestRuntime(database))

const isDone = async () => (await listFirstSteps(database)).find(({ title }) => title === 'Say who reviews')?.isDone

test('to say who reviews is a step until a service or a group has reviewers', async () => {
  expect(await isDone()).toBe(false)
  const origin = 'entry'
  await database.db
    .insert(serviceReviewers)
    .values({ service: 'payments-db', reviewer: 'noor@hindsight.example', origin })
  expect(await isDone()).toBe(true)
  await database.db.delete(serviceReviewers)
  expect(await isDone()).toBe(false)
  await database.db.insert(reviewerGroups).values({ id: 'grp_1', name: 'Payments', members: [], origin })
  expect(await isDone()).toBe(true)
})
