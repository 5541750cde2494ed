import { openPlainPool, type Queryable } from '#server/platform/db/client.ts'

/**
 * Runs `work` unless another process is working on this connection; returns undefined in that case. The lock belongs to
 * an open transaction of its own, so that it ends with the process and also works behind a connection pooler. The
 * signal aborts when that transaction is lost, as another process may then take over.
 */
export async function withConnectionLock<Result>(
  db: Queryable,
  id: string,
  work: (lockSignal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const { pool, close } = openPlainPool(db)
  const loss = new AbortController()
  const onLoss = () => loss.abort(new Error('The lock of the connection was lost.'))
  try {
    const client = await pool.connect()
    client.on('error', onLoss)
    client.on('end', onLoss)
    try {
      await client.query('begin')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      const { rows } = await client.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held', [
        `connection ${id}`,
      ])
      return rows[0]?.held === true ? await work(loss.signal) : undefined
    } finally {
      // Frees the lock at once: the server notices only later that the connection was closed.
      await client.query('rollback').catch(() => undefined)
      client.release(true)
    }
  } finally {
    await close()
  }
}
