import { and, asc, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { type listEvents as contract, eventDays, eventVerbs, startOfEvents } from '#lib/contracts/events.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { type FeedPosition, findFeedPosition, selectEntriesAfter } from './feed-order.ts'

/** Matches escapes of NUL and of half characters (lone surrogates), for PostgreSQL. */
const unreadableEscapes = String.raw`\\u(?:0000|d[89a-f][0-9a-f]{2})`

type Feed = ResponseOf<typeof contract>

/** Returns the events after a cursor, oldest first. Throws `invalid_parameter` for an unknown cursor. */
export async function readFeed(
  ctx: Context,
  { after = startOfEvents, limit }: Omit<QueryOf<typeof contract>, 'wait'>,
): Promise<Feed> {
  const { place, isWanted } =
    after === startOfEvents ? await findStart(ctx) : { place: await requirePosition(ctx.db, after) }
  const rows = await ctx.db
    .select({
      id: auditEvents.id,
      action: auditEvents.action,
      time: auditEvents.at,
      entity: sql<Feed['result'][number]['entity']>`${auditEvents.entityType}`,
      key: auditEvents.entityId,
      version: currentVersion,
      changed: changedFields,
      actor: auditEvents.actorName,
    })
    .from(auditEvents)
    .innerJoin(sql`(${selectEntriesAfter(place, isWanted, limit)}) as page`, sql`page.id = ${auditEvents.id}`)
    .orderBy(sql`page.position, page.id`)
  const result = rows.map(({ id, action, ...event }) => ({
    id,
    type: `${event.entity}.${eventVerbs[action]}`,
    ...event,
  }))
  return { result, next: rows.at(-1)?.id ?? after }
}

/**
 * Names of the changed fields. Older rows lack the list, so it is taken from their changes. PostgreSQL also parses the
 * values while it lists the keys, and fails at escapes of characters that it cannot represent. They are replaced first,
 * because one stored row must never stop the feed.
 */
const changedFields = sql<string[]>`coalesce(${auditEvents.changedFields}, to_json(
  case when json_typeof(${auditEvents.changes}) = 'object' then array(
    select json_object_keys(regexp_replace(${auditEvents.changes}::text, ${unreadableEscapes}, ${String.raw`\\ufffd`}, 'gi')::json)
  ) else '{}' end))`

/** The record version for each kind of event. */
const currentVersion = sql<number | null>`case ${auditEvents.entityType}
  when 'change' then (select version from ${changes} where ${changes.number} = ${auditEvents.entityId})
  when 'incident' then (select version from ${incidents} where ${incidents.number} = ${auditEvents.entityId})
  when 'review' then (select version from ${reviews} where ${reviews.reference} = ${auditEvents.entityId})
  when 'improvement' then (select version from ${improvements} where ${improvements.id} = ${auditEvents.entityId})
  when 'article' then (select version from ${articles} where ${articles.id} = ${auditEvents.entityId})
  end`

async function requirePosition(db: Queryable, id: string): Promise<FeedPosition> {
  const place = await findFeedPosition(db, id)
  if (place) return place
  throw invalidField('after', 'query', `must be \`next\` of an earlier response, or ${startOfEvents}`)
}

/** Milliseconds in which transactions may overlap: an entry has the time at which its request began. */
const overlapMs = 60 * 60_000

/** Finds where a feed without a cursor starts: at the oldest transaction among the first events of the last days. */
async function findStart({ db, now }: Context): Promise<{ place: FeedPosition; isWanted: SQL }> {
  const since = new Date(now.getTime() - eventDays * 86_400_000).toISOString()
  const isSince = gte(auditEvents.at, since)
  const [first] = await db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(isSince)
    .orderBy(asc(auditEvents.at), asc(auditEvents.id))
    .limit(1)
  if (!first) return { place: { position: '0', id: '' }, isWanted: isSince }
  const overlapping = lte(auditEvents.at, new Date(Date.parse(first.at) + overlapMs).toISOString())
  // A running transaction may be older than all that have committed.
  const [oldest] = await db
    .select({
      transactionId: sql<string>`least(${auditEvents.transactionId}, pg_snapshot_xmin(pg_current_snapshot()))::text`,
    })
    .from(auditEvents)
    .where(and(isSince, overlapping))
    .orderBy(asc(auditEvents.transactionId))
    .limit(1)
  return { place: { position: oldest?.transactionId ?? '0', id: '' }, isWanted: isSince }
}
