import { and, eq, type SQL, sql } from 'drizzle-orm'
import { eventEntities } from '#lib/contracts/events.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { auditEvents, longTransactions } from '#server/schema/history.ts'

/**
 * The order of the feed. Entries are ordered by the transaction that wrote them, and returned once no running
 * transaction can still add an earlier one. Entries of a late commit follow those already returned and never come
 * between them.
 * A long transaction, such as an import, would delay all entries. It is registered before it commits: the feed does not
 * wait for it, and its entries take the position of the short transaction that publishes it afterwards.
 */

/** Repeats the condition of the feed's partial index, because PostgreSQL uses the index only for the same condition. */
export const isInFeed = sql.raw(`entity_type in (${eventEntities.map((entity) => `'${entity}'`).join(', ')})`)

/** A position in the feed: after the entry `id` of a transaction, whose number or publishing number is `position`. */
export type FeedPosition = { readonly position: string; readonly id: string }

const { transactionId, id } = auditEvents

/** The lowest position at which running transactions may still add entries, in the snapshot of the statement. */
const visibleBound = sql`(select coalesce(
  (select min(running) from pg_snapshot_xip(pg_current_snapshot()) running
    where running not in (select transaction_id from ${longTransactions})),
  pg_snapshot_xmax(pg_current_snapshot())))`

/** Ranges between registered transactions, so that no statement scans the many entries of a registered one. */
const gaps = sql`(
  select coalesce(lag(transaction_id) over (order by transaction_id), '0'::xid8) as low, transaction_id as high
    from ${longTransactions}
  union all
  select coalesce(max(transaction_id), '0'::xid8), '18446744073709551615'::xid8 from ${longTransactions}) gap`

const isInGap = sql`${isInFeed} and ${transactionId} > gap.low and ${transactionId} < gap.high
  and ${transactionId} < ${visibleBound}`

const isOfPublished = sql`${isInFeed} and ${transactionId} = long.transaction_id`

/** Builds a query of `id` and `position` of the entries after a place, in the order of the feed. */
export function selectEntriesAfter(place: FeedPosition, isWanted: SQL | undefined, limit: number): SQL {
  const condition = isWanted ? sql` and ${isWanted}` : sql``
  return sql`select page.id, page.position from (
    (select entry.id, entry.transaction_id as position from ${gaps} cross join lateral (
      select ${id}, ${transactionId} from ${auditEvents}
      where ${isInGap} and (${transactionId}, ${id}) > (${place.position}::xid8, ${place.id})${condition}
      order by ${transactionId}, ${id} limit ${limit}) entry)
    union all
    (select entry.id, long.published_as from ${longTransactions} long cross join lateral (
      select ${id} from ${auditEvents}
      where ${isOfPublished}
        and ${id} > case when long.published_as = ${place.position}::xid8 then ${place.id} else '' end${condition}
      order by ${id} limit ${limit}) entry
    where long.published_as >= ${place.position}::xid8 and long.published_as < ${visibleBound})
  ) page order by page.position, page.id limit ${limit}`
}

/** Finds the identifier of the newest readable entry; undefined without any. */
export async function findNewestEvent(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`select page.id from (
    (select entry.id, entry.transaction_id as position from ${gaps} cross join lateral (
      select ${id}, ${transactionId} from ${auditEvents} where ${isInGap}
      order by ${transactionId} desc, ${id} desc limit 1) entry)
    union all
    (select entry.id, long.published_as from ${longTransactions} long cross join lateral (
      select ${id} from ${auditEvents} where ${isOfPublished} order by ${id} desc limit 1) entry
    where long.published_as < ${visibleBound})
  ) page order by page.position desc, page.id desc limit 1`)
  return rows[0]?.id
}

/** Finds the position of an entry; undefined for an unknown entry. */
export async function findFeedPosition(db: Queryable, eventId: string): Promise<FeedPosition | undefined> {
  const [event] = await db
    .select({ position: sql<string>`coalesce(${longTransactions.publishedAs}, ${transactionId})::text` })
    .from(auditEvents)
    .leftJoin(longTransactions, eq(longTransactions.transactionId, transactionId))
    .where(eq(id, eventId))
  return event && { position: event.position, id: eventId }
}

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
