import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { connectionRecords, connectionStreams, connections } from '#server/schema/connections.ts'
import { getKind } from './all-kinds.ts'

/** The connection and remote record from which a local record was imported. */
export type ConnectionOrigin = {
  readonly connection: string
  /** The name of its system. */
  readonly system: string
  /** The page of the remote record; null if its URL is not known. */
  readonly url: string | null
  /** The time up to which its table has been read, or when the record itself was read if that is later. */
  readonly readAt: string
  /** The time when the remote record was found to be deleted; null if it was not. */
  readonly remoteDeletedAt: string | null
}

/** Finds the connection that last imported a record; null if none did. */
export async function findConnectionOrigin(
  { db }: Pick<Context, 'db'>,
  entity: 'change' | 'incident' | 'article',
  key: string,
): Promise<ConnectionOrigin | null> {
  const { connectionId, stream, remoteId, readAt, remoteDeletedAt } = connectionRecords
  const ofStream = and(eq(connectionStreams.connectionId, connectionId), eq(connectionStreams.stream, stream))
  const [row] = await db
    .select({
      stream,
      remoteId,
      readAt,
      remoteDeletedAt,
      readUntil: connectionStreams.readUntil,
      connection: connections.name,
      kind: connections.kind,
      url: connections.url,
    })
    .from(connectionRecords)
    .innerJoin(connections, eq(connections.id, connectionId))
    .leftJoin(connectionStreams, ofStream)
    .where(and(eq(connectionRecords.entity, entity), eq(connectionRecords.key, key)))
    .orderBy(desc(readAt))
    .limit(1)
  if (!row) return null
  const { connection, kind } = row
  const url = kind === 'servicenow' && row.url !== null ? serviceNowUrl(row.url, row.stream, row.remoteId) : null
  const isLater = row.readUntil !== null && row.readUntil > row.readAt
  return {
    connection,
    system: getKind(kind).label,
    url,
    readAt: isLater ? (row.readUntil ?? row.readAt) : row.readAt,
    remoteDeletedAt: row.remoteDeletedAt,
  }
}

/** Returns the URL of the form of a record in ServiceNow. */
const serviceNowUrl = (base: string, table: string, sysId: string): string =>
  `${base}/nav_to.do?uri=${encodeURIComponent(`${table}.do?sys_id=${sysId}`)}`
