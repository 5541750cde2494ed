import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { connectionRecords, type connectionRefusals, connectionStreams } from '#server/schema/connections.ts'
import { formatStoredTime, parseStoredTime, type TimedRow } from './read-pages.ts'

export type Stream = typeof connectionStreams.$inferSelect
/** A table of a connection. */
export type StreamKey = Pick<Stream, 'connectionId' | 'stream'>

/** Milliseconds that are read again, as rows may become visible some time after their update. */
const overlapMs = 4 * 60_000
const dayMs = 24 * 3_600_000
/** Number of candidate rows from which reading may continue, as the last ones may have changed. */
const maxCandidates = 20

/** Condition for what is stored of a table of a connection. */
export const isOfStream = (
  stored: typeof connectionStreams | typeof connectionRecords | typeof connectionRefusals,
  { connectionId, stream }: StreamKey,
) => and(eq(stored.connectionId, connectionId), eq(stored.stream, stream))

/** Condition for what is stored of remote records of a table. */
export const isOfRecords = (
  stored: typeof connectionRecords | typeof connectionRefusals,
  key: StreamKey,
  ids: readonly string[],
) => and(isOfStream(stored, key), inArray(stored.remoteId, [...ids]))

/** Returns the progress of a table, which is created if there is none. */
export async function openStream(db: Queryable, connectionId: string, stream: string): Promise<Stream> {
  const key = { connectionId, stream }
  await db.insert(connectionStreams).values(key).onConflictDoNothing()
  const [found] = await db.select().from(connectionStreams).where(isOfStream(connectionStreams, key))
  if (!found) throw new Error('The progress of a table was not stored.')
  return found
}

export async function saveStream(db: Queryable, key: StreamKey, change: Partial<Stream>): Promise<void> {
  await db.update(connectionStreams).set(change).where(isOfStream(connectionStreams, key))
}

/** Marks records as deleted in ServiceNow; the local ones stay. */
export async function markDeleted(tx: Transaction, key: StreamKey, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const change = { remoteDeletedAt: now.toISOString() }
  await tx
    .update(connectionRecords)
    .set(change)
    .where(isOfRecords(connectionRecords, key, ids))
}

/**
 * Returns the rows from which reading continues, last one first; none for the first read. They lie some minutes before
 * the end of the last read, or before the point of interruption; after an interruption, older rows are not read again.
 */
export async function findStart(db: Queryable, stream: Stream): Promise<TimedRow[]> {
  const { watermarkTime, watermarkKey } = stream
  if (watermarkTime === null || watermarkKey === null) return []
  const readUntil = stream.readUntil === null ? '' : formatStoredTime(Date.parse(stream.readUntil))
  const isInterrupted = watermarkTime > readUntil
  const isRecent = Date.now() - parseStoredTime(watermarkTime) < dayMs
  const from = formatStoredTime(parseStoredTime(isInterrupted ? watermarkTime : readUntil) - overlapMs)
  const isOverlapped = watermarkTime > from && (isRecent || !isInterrupted)
  const candidates = await listCandidatesUpTo(db, stream, isOverlapped ? from : watermarkTime)
  const rows = candidates.flatMap(({ id, time }) => (time === null ? [] : [{ id, time }]))
  return isOverlapped ? rows : [{ id: watermarkKey, time: watermarkTime }, ...rows]
}

/** Selects the rows of a table that were last updated up to a time, last one first. */
export const listCandidatesUpTo = (db: Queryable, key: StreamKey, time: string) =>
  db
    .select({ id: connectionRecords.remoteId, time: connectionRecords.remoteUpdatedAt })
    .from(connectionRecords)
    .where(and(isOfStream(connectionRecords, key), lte(connectionRecords.remoteUpdatedAt, time)))
    .orderBy(desc(connectionRecords.remoteUpdatedAt), desc(connectionRecords.remoteId))
    .limit(maxCandidates)
