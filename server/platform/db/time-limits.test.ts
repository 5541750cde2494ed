import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from './client.ts'
import { createTestDatabase } from './testing.ts'
import { startDatabaseProxy } from './testing-proxy.ts'
import { liftTimeLimits } from './time-limits.ts'
import { inTransaction } from './transaction.ts'

/** One connection through a proxy that can be frozen; a silent one is given up after a little more than 3 s. */
async function openThroughProxy() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const proxy = await startDatabaseProxy(url)
  onTestFinished(() => proxy.close())
  const opened = createDatabase(proxy.url, { poolSize: 1, statementTimeout: 100, pipeline: true })
  onTestFinished(() => opened.pool.end())
  const { rows } = await opened.pool.query('select pg_backend_pid() as pid')
  return { ...opened, proxy, pid: rows[0].pid as number }
}

const timedOut = { cause: { code: 'ETIMEDOUT' } }

it('gives up on a query that a frozen connection never answers, and connects again', async () => {
  const { db, pool, proxy, pid } = await openThroughProxy()
  proxy.freeze()
  await expect(db.execute(sql`select 1`)).rejects.toMatchObject(timedOut)
  expect(pool.totalCount).toBe(0)
  proxy.thaw()
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  expect(rows[0].pid).not.toBe(pid)
})

it('gives a connection back to nobody when it froze at the beginning or in the middle of a transaction', async () => {
  const { db, pool, proxy } = await openThroughProxy()
  proxy.freeze()
  await expect(inTransaction(db, (tx) => tx.execute(sql`select 1`))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  proxy.thaw()
  const middle = inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1`)
    proxy.freeze()
    await tx.execute(sql`select 2`)
  })
  await expect(middle).rejects.toThrow()
  expect(pool.totalCount).toBe(0)
  proxy.thaw()
  expect(await inTransaction(db, async () => 'done')).toBe('done')
})

it('leaves alone a connection that waits for nothing, and statements that may take as long as they need', async () => {
  const { pool, pid } = await openThroughProxy()
  const client = await pool.connect()
  const socket = client.connection.stream
  socket.emit('timeout')
  await client.query('begin')
  await liftTimeLimits(client)
  const { rows } = await client.query('select pg_backend_pid() as pid, pg_sleep(4)::text')
  expect(rows[0].pid).toBe(pid)
  await client.query('commit')
  client.release()
})

it('has a statement cancelled that takes too long where the database does not limit it, and keeps the connection', async () => {
  const { pool, pid } = await openThroughProxy()
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await expect(client.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  const { rows } = await client.query('select pg_backend_pid() as pid')
  expect(rows[0].pid).toBe(pid)
  client.release()
})
