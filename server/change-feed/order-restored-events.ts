import { and, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { auditEvents, longTransactions } from '#server/schema/history.ts'
import { isInFeed } from './feed-order.ts'

/**
 * Orders restored events before new ones. Each database cluster numbers its own transactions, so the numbers of
 * restored events may be ahead, and the feed would wait for the cluster to catch up. They keep their order by
 * identifier. Only the first start after a restore finds any.
 */
export async function orderRestoredEvents(db: Queryable): Promise<void> {
  const next = sql`pg_snapshot_xmax(pg_current_snapshot())`
  await db
    .delete(longTransactions)
    .where(sql`${longTransactions.transactionId} >= ${next} or ${longTransactions.publishedAs} >= ${next}`)
  await db
    .update(auditEvents)
    .set({ transactionId: sql`pg_current_xact_id()` })
    .where(and(isInFeed, sql`${auditEvents.transactionId} >= pg_snapshot_xmax(pg_current_snapshot())`))
}
