import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { WritePayload } from '#lib/contracts/connection-values.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import { newId } from '#server/platform/ids.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { incidents } from '#server/schema/changes.ts'
import { connectionRecords, connections, connectionWrites } from '#server/schema/connections.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'

/** A write to ServiceNow: its kind, and the change whose review causes it. */
export type ServiceNowWrite = WritePayload & {
  readonly kind: 'review' | 'correlation_id' | 'close' | 'work_note' | 'caused_by' | 'improvement' | 'lesson'
  readonly change: string
  readonly reference: string
}

/**
 * The reason for dropping the write of a cancelled action; it is queued again when the action is reopened. Stored, and
 * compared with what is stored, so its spelling must not change.
 */
export const cancelledAction = 'The action was canceled or removed.'

type QueuedWrite = { readonly kind: ServiceNowWrite['kind']; readonly entity: string; readonly key: string }
type CompletedReview = Pick<typeof reviews.$inferSelect, 'reference' | 'changeNumber' | 'version'>
type WriteOptions = ServiceNowOptions['writes']
type WriteTarget = { readonly id: string; readonly writes: WriteOptions }

/**
 * Queues the writes of a completed review, or of one whose result a token changed, for each connection that knows its
 * change. Waiting writes of an earlier completion are dropped.
 */
export async function enqueueReviewWrite(ctx: Pick<TxContext, 'db' | 'now'>, review: CompletedReview): Promise<void> {
  for (const target of await listKnowing(ctx.db, review.changeNumber)) await queueReviewFor(ctx, target, review)
}

/**
 * Queues the reviews of changes that a connection has just read for the first time, if they were completed after the
 * connection was added. Reviews completed by this read are skipped, as they came from that system.
 */
export async function enqueueEarlierReviews(
  ctx: Pick<TxContext, 'db' | 'now'>,
  connectionId: string,
  changeNumbers: readonly string[],
): Promise<void> {
  if (changeNumbers.length === 0) return
  const rows = await ctx.db
    .select({ options: connections.options, review: reviews })
    .from(reviews)
    .innerJoin(connections, eq(connections.id, connectionId))
    .where(
      and(
        inArray(reviews.changeNumber, [...changeNumbers]),
        eq(reviews.status, 'completed'),
        gte(reviews.completedAt, connections.createdAt),
        ne(reviews.completedAt, ctx.now.toISOString()),
      ),
    )
    .orderBy(reviews.completedAt, reviews.reference)
  for (const { options, review } of rows) {
    await queueReviewFor(ctx, { id: connectionId, writes: (options as ServiceNowOptions).writes }, review)
  }
}

async function queueReviewFor(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { id, writes }: WriteTarget,
  review: CompletedReview,
): Promise<void> {
  const { reference, changeNumber: change, version } = review
  const changeWrites = (['review', 'correlation_id', 'close', 'work_note'] as const)
    .filter((kind) => writes[kind])
    .map((kind) => ({ kind, entity: 'change', key: change }))
  const causeWrites = writes.caused_by ? await listCaused(ctx.db, review) : []
  const payload = { change, reference }
  await queue(ctx, id, payload, [...changeWrites, ...causeWrites], `of ${reference} version ${version}`)
  await queue(ctx, id, payload, await listActions(ctx.db, writes, reference))
  for (const { version: edition, ...lesson } of await listLessons(ctx.db, writes, reference)) {
    await queue(ctx, id, payload, [lesson], `version ${edition}`)
  }
}

/**
 * Queues an improvement action that was added or reopened, if its review is completed; otherwise the completion queues
 * it.
 */
export async function queueImprovement(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { id: key, source_ref: source }: SourcedRecord,
): Promise<void> {
  const [review] = await runPrepared(ctx.db, 'completed review of improvement', { source }, (db) =>
    db
      .select({ reference: reviews.reference, change: reviews.changeNumber })
      .from(reviews)
      .where(and(eq(reviews.reference, sql.placeholder('source')), eq(reviews.status, 'completed'))),
  )
  if (!review) return
  for (const { id, writes } of await listKnowing(ctx.db, review.change)) {
    if (writes.improvements === null) continue
    await queue(ctx, id, review, [{ kind: 'improvement', entity: 'improvement', key }])
  }
}
type SourcedRecord = { readonly id: string; readonly source_ref: string }

/** Queues a lesson that was published, or published again. */
export async function queueLesson(
  ctx: Pick<TxContext, 'db' | 'now'>,
  article: { readonly id: string; readonly version: number },
  review: { readonly change: string; readonly reference: string },
): Promise<void> {
  for (const { id, writes } of await listKnowing(ctx.db, review.change)) {
    if (!writes.lessons) continue
    const { id: key, version } = article
    await queue(ctx, id, review, [{ kind: 'lesson', entity: 'article', key }], `version ${version}`)
  }
}

/**
 * Lists the connections to ServiceNow that have read a change, with their write options. Disabled connections are
 * included: their writes wait. If ServiceNow no longer has the change, the write fails visibly.
 */
async function listKnowing(db: Queryable, change: string): Promise<WriteTarget[]> {
  const rows = await runPrepared(db, 'connections that know a change', { change }, (query) =>
    query
      .select({ id: connections.id, options: connections.options })
      .from(connections)
      .where(
        and(
          eq(connections.kind, 'servicenow'),
          inArray(
            connections.id,
            query
              .select({ id: connectionRecords.connectionId })
              .from(connectionRecords)
              .where(and(eq(connectionRecords.entity, 'change'), eq(connectionRecords.key, sql.placeholder('change')))),
          ),
        ),
      ),
  )
  return rows.map(({ id, options }) => ({ id, writes: (options as ServiceNowOptions).writes }))
}

/**
 * Lists the incidents that any version of the review confirmed, as causes that were withdrawn are cleared in
 * ServiceNow.
 */
async function listCaused(db: Queryable, { reference, changeNumber }: CompletedReview): Promise<QueuedWrite[]> {
  const everConfirmed = sql<string>`jsonb_path_query(
    ${reviewVersions.snapshot}::jsonb, '$.forms.incidents.decisions[*] ? (@.decision == "confirmed").incident'
  ) #>> '{}'`
  const rows = await db
    .select({ number: incidents.number })
    .from(incidents)
    .where(eq(incidents.causedByChange, changeNumber))
    .union(db.select({ number: everConfirmed }).from(reviewVersions).where(eq(reviewVersions.reference, reference)))
  return rows.map(({ number }) => ({ kind: 'caused_by', entity: 'incident', key: number }))
}

async function listActions(db: Queryable, writes: WriteOptions, reference: string): Promise<QueuedWrite[]> {
  if (writes.improvements === null) return []
  const rows = await db
    .select({ id: improvements.id })
    .from(improvements)
    .where(and(eq(improvements.sourceRef, reference), ne(improvements.status, 'cancelled')))
    .orderBy(improvements.id)
  return rows.map(({ id }) => ({ kind: 'improvement', entity: 'improvement', key: id }))
}

async function listLessons(db: Queryable, writes: WriteOptions, reference: string) {
  if (!writes.lessons) return []
  const rows = await db
    .select({ id: articles.id, version: articles.version })
    .from(articles)
    .where(and(eq(articles.sourcePir, reference), eq(articles.articleType, 'lesson'), eq(articles.origin, 'entry')))
    .orderBy(articles.id)
  return rows.map(({ id, version }) => ({ kind: 'lesson' as const, entity: 'article', key: id, version }))
}

/**
 * Queues writes that are not queued yet or whose action was cancelled before, and drops unfinished earlier ones of the
 * same kind and record.
 */
async function queue(
  { db, now }: Pick<TxContext, 'db' | 'now'>,
  connectionId: string,
  { change, reference }: { readonly change: string; readonly reference: string },
  writes: readonly QueuedWrite[],
  edition?: string,
): Promise<void> {
  const at = now.toISOString()
  for (const { kind, entity, key } of writes) {
    const payload: ServiceNowWrite = { kind, change, reference }
    const [queued] = await db
      .insert(connectionWrites)
      .values({
        id: newId('cwr', now),
        connectionId,
        entity,
        key,
        payload,
        status: 'waiting',
        dedupeKey: [kind, key, edition].filter(Boolean).join(' '),
        nextAttemptAt: at,
        createdAt: at,
      })
      .onConflictDoUpdate({
        target: [connectionWrites.connectionId, connectionWrites.dedupeKey],
        set: { status: 'waiting', reason: null, attempts: 0, nextAttemptAt: at, finishedAt: null },
        setWhere: eq(connectionWrites.reason, cancelledAction),
      })
      .returning({ id: connectionWrites.id })
    if (!queued) continue
    await db
      .update(connectionWrites)
      .set({ status: 'dropped', reason: 'A later version is written instead.', finishedAt: at })
      .where(
        and(
          eq(connectionWrites.connectionId, connectionId),
          eq(connectionWrites.entity, entity),
          eq(connectionWrites.key, key),
          ne(connectionWrites.id, queued.id),
          inArray(connectionWrites.status, ['waiting', 'conflict', 'failed']),
          sql`${connectionWrites.payload} ->> 'kind' = ${kind}`,
        ),
      )
  }
}
