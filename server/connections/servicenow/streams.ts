import { and, desc, eq, lte } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { connectionRecords, connectionStreams } from '#server/schema/connections.ts'
import type { TimedRow } from './query-time-offset.ts'
import { formatStoredTime, parseStoredTime } from './times.ts'

export type Stream = typeof connectionStreams.$inferSelect

/** Milliseconds that are read again, as rows may become visible some time after their update. */
const overlapMs = 4 * 60_000
const dayMs = 24 * 3_600_000
/** Number of candidate rows from which reading may continue, as the last ones may have changed. */
const maxCandidates = 20

const isStream = (connectionId: string, stream: string) =>
  and(eq(connectionStreams.connectionId, connectionId), eq(connectionStreams.stream, stream))

/** Returns the progress of a table, which is created if there is none. */
export async function openStream(db: Queryable, connectionId: string, stream: string): Promise<Stream> {
  await db.insert(connectionStreams).values({ connectionId, stream }).onConflictDoNothing()
  const [found] = await db.select().from(connectionStreams).where(isStream(connectionId, stream))
  if (!found) throw new Error('The progress of a table was not stored.')
  return found
}

export async function saveStream(
  db: Queryable,
  { connectionId, stream }: Pick<Stream, 'connectionId' | 'stream'>,
  change: Partial<Stream>,
): Promise<void> {
  await db.update(connectionStreams).set(change).where(isStream(connectionId, stream))
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
export const listCandidatesUpTo = (
  db: Queryable,
  { connectionId, stream }: Pick<Stream, 'connectionId' | 'stream'>,
  time: string,
) =>
  db
    .select({ id: connectionRecords.remoteId, time: connectionRecords.remoteUpdatedAt })
    .from(connectionRecords)
    .where(
      and(
        eq(connectionRecords.connectionId, connectionId),
        eq(connectionRecords.stream, stream),
        lte(connectionRecords.remoteUpdatedAt, time),
      ),
    )
    .orderBy(desc(connectionRecords.remoteUpdatedAt), desc(connectionRecords.remoteId))
    .limit(maxCandidates)
