import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { asAppError } from '#server/platform/http/respond.ts'
import { createDatabase } from './client.ts'
import { buildDatabaseUrl, executeOn } from './databases.ts'
import { migrateDatabase } from './migrate/migrate.ts'
import { isReadOnly } from './read-only.ts'
import { provideTestDatabase } from './testing.ts'
import { transact } from './transaction.ts'

const database = provideTestDatabase()
let name: string
beforeAll(async () => {
  await database.pool.query('create table written (id int)')
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

const catchFailure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => asAppError(error),
  )

test.each([
  ['a statement alone', (db: ReturnType<typeof openPool>) => db.pool.query('insert into written values (1)')],
  [
    'a transaction',
    (db: ReturnType<typeof openPool>) => transact(db.db, (tx) => tx.execute(sql`insert into written values (1)`)),
  ],
])('rejects writes, and accepts them again when the host leads to the new primary: %s', async (_, write) => {
  const opened = openPool()
  expect(await catchFailure(write(opened))).toMatchObject({ code: 'unavailable', message: /takes no writes/ })
  await allowWrites(true)
  // Each remaining connection to the former primary may reject one write.
  for (let left = opened.pool.totalCount; left > 0; left -= 1) await catchFailure(write(opened))
  expect(await catchFailure(write(opened))).toBeNull()
})

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
