import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './client.ts'
import { findDatabaseErrorCode } from './error-code.ts'
import { createTestDatabase } from './testing.ts'
import { shortGrace, startDatabaseProxy } from './testing-proxy.ts'
import { transact } from './transaction.ts'

/** One connection through a proxy that can be frozen. */
async function openThroughProxy() {
  const { url, pool: others, drop } = await createTestDatabase()
  onTestFinished(drop)
  const lock = (name: string) => others.query('select pg_advisory_lock(hashtext($1))', [name])
  const proxy = await startDatabaseProxy(url)
  onTestFinished(() => proxy.close())
  const opened = createDatabase(proxy.url, { poolSize: 1, statementTimeout: 100, grace: shortGrace })
  onTestFinished(() => opened.pool.end())
  const { rows } = await opened.pool.query('select pg_backend_pid() as pid')
  return { ...opened, proxy, lock, pid: rows[0].pid as number }
}

const timedOut = { cause: { code: 'ETIMEDOUT' } }

test('abandons a query on a frozen connection and reconnects', async () => {
  const { db, pool, proxy, pid } = await openThroughProxy()
  proxy.freeze()
  await expect(db.execute(sql`select 1`)).rejects.toMatchObject(timedOut)
  expect(pool.totalCount).toBe(0)
  proxy.thaw()
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  expect(rows[0].pid).not.toBe(pid)
})

test('does not reuse a connection that froze at the start or in the middle of a transaction', async () => {
  const { db, pool, proxy } = await openThroughProxy()
  proxy.freeze()
  await expect(transact(db, (tx) => tx.execute(sql`select 1`))).rejects.toSatisfy(
    (error) => findDatabaseErrorCode(error) === 'ETIMEDOUT',
  )
  proxy.thaw()
  const middle = transact(db, async (tx) => {
    await tx.execute(sql`select 1`)
    proxy.freeze()
    await tx.execute(sql`select 2`)
  })
  await expect(middle).rejects.toThrow()
  expect(pool.totalCount).toBe(0)
  proxy.thaw()
  expect(await transact(db, async () => 'done')).toBe('done')
})

test('cancels a slow statement that the database does not limit, and keeps the connection', async () => {
  const { pool, pid, lock } = await openThroughProxy()
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await lock('held')
  await expect(client.query(`select pg_advisory_lock(hashtext('held'))`)).rejects.toMatchObject({ code: '57014' })
  const { rows } = await client.query('select pg_backend_pid() as pid')
  expect(rows[0].pid).toBe(pid)
  client.release()
})
