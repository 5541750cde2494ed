import { and, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { auditEvents } from '#server/schema/access.ts'
import { isInFeed } from './queries.ts'

/**
 * Gives events of another database cluster a place in this one, whose transactions are counted anew: their transactions
 * may be ahead of its own, and the feed would wait for it to catch up. They keep their order by identifier. Cheap when
 * there are none, as after every start but the first after a restore.
 */
export async function orderRestoredEvents(db: Queryable): Promise<void> {
  await db
    .update(auditEvents)
    .set({ transactionId: sql`pg_current_xact_id()` })
    .where(and(isInFeed, sql`${auditEvents.transactionId} >= pg_snapshot_xmax(pg_current_snapshot())`))
}
