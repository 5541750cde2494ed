import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './client.ts'
import { buildDatabaseUrl, executeOn } from './databases.ts'
import { migrateDatabase } from './migrate/migrate.ts'
import { isReadOnly } from './read-only.ts'
import { provideTestDatabase } from './testing.ts'

const database = provideTestDatabase()
let name: string
beforeAll(async () => {
  name = new URL(database.url).pathname.slice(1)
})
beforeEach(() => allowWrites(false))

/** Applies to new sessions, as after a failover; open ones stay as they are. */
async function allowWrites(isAllowed: boolean): Promise<void> {
  const setting = isAllowed ? 'off' : 'on'
  await executeOn(
    buildDatabaseUrl(database.url, 'template1'),
    `alter database ${name} set default_transaction_read_only = ${setting}`,
  )
}

function openPool() {
  const opened = createDatabase(database.url, { poolSize: 3 })
  onTestFinished(() => opened.pool.end())
  return opened
}

test('is detected, and the connection is dropped', async () => {
  const { pool } = openPool()
  expect(await isReadOnly(pool)).toBe(true)
  expect(pool.totalCount).toBe(0)
  await allowWrites(true)
  expect(await isReadOnly(pool)).toBe(false)
  expect(pool.totalCount).toBe(1)
})

test('is rejected at the start with an explanation', async () => {
  await expect(migrateDatabase(openPool().pool)).rejects.toThrow(
    /takes no writes: it is a standby .* needs the primary/,
  )
})
