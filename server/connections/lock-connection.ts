import { openPlainPool, type Queryable } from '#server/platform/db/client.ts'

/**
 * Does the work unless another process does it for this connection now; undefined then. The lock belongs to an open
 * transaction of its own, so that it ends with the process and also holds behind a connection pooler.
 */
export async function withConnectionLock<Result>(
  db: Queryable,
  id: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const { pool, close } = openPlainPool(db)
  try {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      const { rows } = await client.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held', [
        `connection ${id}`,
      ])
      return rows[0]?.held === true ? await work() : undefined
    } finally {
      client.release(true)
    }
  } finally {
    await close()
  }
}
