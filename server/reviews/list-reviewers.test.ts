import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { listReviewers } from './list-reviewers.ts'

const me = testPerson('reviewer', 'acc_4321')

const database = provideTestDatabase()
beforeAll(() =>
  database.db.execute(sql`
    insert into accounts (id, email, name, role, origin, created_at, updated_at)
    select 'acc_' || n, 'p' || n || '@hindsight.example', 'Zoë ' || n, 'reviewer', 'entry', now(), now()
    from generate_series(0, 4999) n`),
)

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
