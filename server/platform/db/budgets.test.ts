import { expect, test } from 'vitest'
import { budgetsOf } from './budgets.ts'
import { createDatabase } from './client.ts'
import { openDatabase } from './open.ts'
import { createTestDatabase } from './testing.ts'

test('budgets add up to the connections of the process; few are shared', () => {
  for (let size = 8; size <= 200; size += 1) {
    const { api, pages, jobs } = budgetsOf(size) ?? { api: 0, pages: 0, jobs: 0 }
    expect(api + pages + jobs).toBe(size)
    expect(Math.min(api, pages, jobs)).toBeGreaterThan(0)
  }
  expect(budgetsOf(7)).toBeNull()
})

test('statements of pages that fill their budget keep no connection from the API or the jobs', async () => {
  const database = await createTestDatabase()
  const env = { isProduction: false, plainHosts: [], databaseUrl: database.url, dataDir: '', statementTimeout: 10_000 }
  const serving = await openDatabase({ ...env, poolSize: 8 }, { isServing: true })
  const holder = createDatabase(database.url, { poolSize: 1 })
  try {
    const client = await holder.pool.connect()
    await client.query('select pg_advisory_lock(1)')
    const slow = Array.from({ length: 20 }, () => serving.pages?.pool.query('select pg_advisory_lock_shared(1)'))
    for (const pool of [serving.pool, serving.jobs?.pool]) expect((await pool?.query('select 1'))?.rowCount).toBe(1)
    expect(serving.pages?.pool.waitingCount).toBe(18)
    await client.query('select pg_advisory_unlock(1)')
    client.release()
    await Promise.all(slow)
  } finally {
    await Promise.all([serving.close(), holder.pool.end()])
    await database.drop()
  }
})
