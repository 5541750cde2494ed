import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { createDatabase, getPool, type Queryable, type Transaction } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { longTransactions } from '#server/schema/history.ts'

/** Milliseconds for which the feed of events waits for a running transaction. */
const longAfterMs = 1_000

/** As `inTransaction`, for work that may take long: the feed of events does not wait for it. */
export async function inWatchedTransaction<Result>(
  db: Queryable,
  work: (tx: Transaction) => Promise<Result>,
  afterMs = longAfterMs,
): Promise<Result> {
  try {
    return await transact(db, async (tx) => {
      const watched = await watchTransaction(getPool(db), tx, afterMs)
      return work(tx).finally(watched.publish)
    })
  } finally {
    await publishLongTransactions(db).catch(() => {})
  }
}

/**
 * Watches an open transaction and registers it once it is long, so that the feed of events does not wait for it. It
 * does so on a separate connection: nobody sees before its end what the transaction itself writes, and all connections
 * of the pool may be waiting for it. Call `publish` before its end and `publishLongTransactions` after it.
 */
export async function watchTransaction(pool: Pool, tx: Queryable | NodePgDatabase, afterMs = longAfterMs) {
  const { rows } = await tx.execute<{ id: string }>('select pg_current_xact_id()::text as id')
  let registering: Promise<unknown> = Promise.resolve()
  const timer = setTimeout(() => {
    // Without it the feed waits for the transaction.
    registering = register(pool, rows[0]?.id ?? '').catch(() => {})
  }, afterMs)
  return {
    async publish() {
      clearTimeout(timer)
      await registering
    },
  }
}

async function register({ options }: Pool, id: string): Promise<void> {
  const watcher = createDatabase(options.connectionString ?? '', { poolSize: 1 })
  try {
    await watcher.db.insert(longTransactions).values({ transactionId: id, registeredAt: sql`now()` })
  } finally {
    await watcher.pool.end()
  }
}

/** Days after which a transaction is forgotten: the feed has entries of 90 days. */
const rememberedDays = 91

/** Publishes the entries of committed transactions and forgets others. Any process may call it at any time. */
export async function publishLongTransactions(db: Queryable | NodePgDatabase): Promise<void> {
  await db.execute(sql`delete from ${longTransactions}
    where ${longTransactions.registeredAt} < now() - make_interval(days => ${rememberedDays})
      or (${longTransactions.publishedAs} is null and pg_xact_status(${longTransactions.transactionId}) = 'aborted')`)
  await db.execute(sql`update ${longTransactions} set published_as = pg_current_xact_id()
    where ${longTransactions.publishedAs} is null
      and pg_xact_status(${longTransactions.transactionId}) is distinct from 'in progress'`)
}
