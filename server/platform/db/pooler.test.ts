import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { users } from '#server/schema/directory.ts'
import { createDatabase, isThroughPooler } from './client.ts'
import { runPrepared } from './prepared.ts'
import { createTestDatabase } from './testing.ts'
import { startDatabaseProxy } from './testing-proxy.ts'
import { inTransaction } from './transaction.ts'

/** The kind and length of the message in which the server names its process (BackendKeyData). */
const keyMessage = Buffer.from([0x4b, 0, 0, 0, 12])

async function openDatabases() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const proxy = await startDatabaseProxy(url)
  onTestFinished(() => proxy.close())
  const opened = createDatabase(proxy.url, { poolSize: 1, statementTimeout: 1_234, pipeline: true })
  onTestFinished(() => opened.pool.end())
  return { ...opened, proxy }
}

/** Reads a list three times, and gives what the session has prepared by then. */
async function prepareUsers({ db, pool }: Awaited<ReturnType<typeof openDatabases>>): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await runPrepared(db, 'users', {}, (within) => within.select().from(users))
  }
  const { rows } = await pool.query('select count(*)::int as count from pg_prepared_statements')
  return rows[0].count
}

it('limits statements and prepares them in a session of its own', async () => {
  const opened = await openDatabases()
  const { rows } = await opened.pool.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '1234ms' }])
  expect(await prepareUsers(opened)).toBe(1)
  expect(isThroughPooler()).toBe(false)
})

it('prepares a query in the session of a transaction, once for all transactions there', async () => {
  const { db } = await openDatabases()
  const countPrepared = () =>
    inTransaction(db, async (tx) => {
      await runPrepared(tx, 'user by id', { id: 'u1' }, (within) =>
        within
          .select()
          .from(users)
          .where(eq(users.id, sql.placeholder('id'))),
      )
      return (await tx.execute(sql`select from pg_prepared_statements`)).rowCount
    })
  expect([await countPrepared(), await countPrepared()]).toEqual([1, 1])
})

it('sets and prepares nothing in a session that a connection pooler lends', async () => {
  const opened = await openDatabases()
  opened.proxy.edit((sent) => {
    const at = sent.indexOf(keyMessage)
    // A pooler answers with an identifier of its own.
    if (at !== -1) sent.writeInt32BE(-7, at + keyMessage.length)
    return sent
  })
  const { rows } = await opened.pool.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '0' }])
  expect(isThroughPooler()).toBe(true)
  expect(await prepareUsers(opened)).toBe(0)
})
