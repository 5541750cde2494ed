import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from './client.ts'
import { createTestDatabase } from './testing.ts'
import { startDatabaseProxy } from './testing-proxy.ts'
import { liftTimeLimits } from './time-limits.ts'
import { inTransaction } from './transaction.ts'

/** One connection through a proxy that can be frozen; a silent one is abandoned after a little more than 3 s. */
async function openThroughProxy() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const proxy = await startDatabaseProxy(url)
  onTestFinished(() => proxy.close())
  const opened = createDatabase(proxy.url, { poolSize: 1, statementTimeout: 100 })
  onTestFinished(() => opened.pool.end())
  const { rows } = await opened.pool.query('select pg_backend_pid() as pid')
  return { ...opened, proxy, pid: rows[0].pid as number }
}

const timedOut = { cause: { code: 'ETIMEDOUT' } }

it('abandons a query on a frozen connection and reconnects', async () => {
  const { db, pool, proxy, pid } = await openThroughProxy()
  proxy.freeze()
  await expect(db.execute(sql`select 1`)).rejects.toMatchObject(timedOut)
  expect(pool.totalCount).toBe(0)
  proxy.thaw()
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  expect(rows[0].pid).not.toBe(pid)
})

it('does not reuse a connection that froze at the start or in the middle of a transaction', async () => {
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

it('does not affect idle connections and statements without a limit', async () => {
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

it('cancels a slow statement that the database does not limit, and keeps the connection', async () => {
  const { pool, pid } = await openThroughProxy()
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await expect(client.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  const { rows } = await client.query('select pg_backend_pid() as pid')
  expect(rows[0].pid).toBe(pid)
  client.release()
})
