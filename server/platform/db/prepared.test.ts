import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { users } from '#server/schema/directory.ts'
import { createDatabase, isThroughPooler } from './client.ts'
import { runPrepared } from './prepared.ts'
import { createTestDatabase } from './testing.ts'
import { startDatabaseProxy } from './testing-proxy.ts'
import { transact } from './transaction.ts'

/** The type and length of the message with the server's process id (BackendKeyData). */
const keyMessage = Buffer.from([0x4b, 0, 0, 0, 12])

async function openDatabases() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const proxy = await startDatabaseProxy(url)
  onTestFinished(() => proxy.close())
  const opened = createDatabase(proxy.url, { poolSize: 1, statementTimeout: 1_234 })
  onTestFinished(() => opened.pool.end())
  return { ...opened, proxy }
}

/** Reads a list three times and counts the prepared statements of the session. */
async function prepareUsers({ db, pool }: Awaited<ReturnType<typeof openDatabases>>): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await runPrepared(db, 'users', {}, (db) => db.select().from(users))
  }
  const { rows } = await pool.query('select count(*)::int as count from pg_prepared_statements')
  return rows[0].count
}

test('limits and prepares statements in its own session', async () => {
  const opened = await openDatabases()
  const { rows } = await opened.pool.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '1234ms' }])
  expect(await prepareUsers(opened)).toBe(1)
  expect(isThroughPooler()).toBe(false)
})

test('prepares a query of a transaction once for all transactions of the session', async () => {
  const { db } = await openDatabases()
  const countPrepared = () =>
    transact(db, async (tx) => {
      await runPrepared(tx, 'user by id', { id: 'u1' }, (db) =>
        db
          .select()
          .from(users)
          .where(eq(users.id, sql.placeholder('id'))),
      )
      return (await tx.execute(sql`select from pg_prepared_statements`)).rowCount
    })
  expect([await countPrepared(), await countPrepared()]).toEqual([1, 1])
})

/** Makes the proxy a pooler, which responds with an identifier of its own. */
const actAsPooler = ({ proxy }: Awaited<ReturnType<typeof openDatabases>>) =>
  proxy.edit((sent) => {
    const at = sent.indexOf(keyMessage)
    if (at !== -1) sent.writeInt32BE(-7, at + keyMessage.length)
    return sent
  })

test('sets and prepares nothing behind a connection pooler', async () => {
  const opened = await openDatabases()
  actAsPooler(opened)
  const { rows } = await opened.pool.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '0' }])
  expect(isThroughPooler()).toBe(true)
  expect(await prepareUsers(opened)).toBe(0)
})
