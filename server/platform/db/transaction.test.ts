import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('fails with the original error, not with that of the rollback', async () => {
  const reason = new Error('No space left on device')
  const failing = inTransaction(database.db, async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    throw reason
  })
  await expect(failing).rejects.toBe(reason)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
