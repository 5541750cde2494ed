import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { accounts } from '#server/schema/access.ts'
import { listReviewers } from './list-reviewers.ts'

const at = testNow.toISOString()
const me = testPerson('reviewer', 'acc_4321')

const database = provideTestDatabase()
beforeAll(async () => {
  for (let from = 0; from < 5_000; from += 1_000) {
    await database.db.insert(accounts).values(
      Array.from({ length: 1_000 }, (_, index) => ({
        id: `acc_${from + index}`,
        email: `p${from + index}@hindsight.example`,
        name: `Zoë ${from + index}`,
        role: 'reviewer' as const,
        origin: 'entry',
        createdAt: at,
        updatedAt: at,
      })),
    )
  }
})

test('searches 5,000 people by words of name and address, the actor first', async () => {
  const ctx = testContext(database.db, me)
  const first = await listReviewers(ctx, { limit: 20 })
  expect(first.people).toHaveLength(20)
  expect(first.people[0]?.email).toBe('p4321@hindsight.example')
  expect(first.total_count).toBe(5_000)
  const found = await listReviewers(ctx, { search: 'zoe p499', limit: 20 })
  expect(found.total_count).toBe(11)
  expect(found.people.map(({ email }) => email)).toContain('p4999@hindsight.example')
})
