import { and, asc, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import {
  type Connection,
  type ConnectionDetail,
  ConnectionRun,
  ConnectionWrite,
} from '#lib/contracts/app/connection-records.ts'
import { recordColumns, toRecord } from '#server/platform/db/record-columns.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import {
  connectionRecords,
  connectionRefusals,
  connectionRuns,
  connectionStreams,
  connections,
  connectionWrites,
} from '#server/schema/connections.ts'
import { getKind } from './all-kinds.ts'
import { type ConnectionRow, getConnectionRow, openConnection } from './find-connection.ts'

const maxRuns = 20
const maxListed = 100

/** Lists the connections by name. */
export async function listConnections(ctx: Pick<Context, 'db'>): Promise<Connection[]> {
  const rows = await ctx.db.select().from(connections).orderBy(asc(connections.name))
  return Array.fromAsync(rows, (row) => presentConnection(ctx, row))
}

/** Returns a connection with its tables, runs, refused rows and unfinished writes. Throws `not_found`. */
export async function getConnection(ctx: Pick<Context, 'db'>, id: string): Promise<ConnectionDetail> {
  const { db } = ctx
  const row = await getConnectionRow(db, id)
  const isOfConnection = eq(connectionRefusals.connectionId, id)
  const refused = await countByStream(ctx, connectionRefusals, isOfConnection)
  const isDeleted = and(eq(connectionRecords.connectionId, id), isNotNull(connectionRecords.remoteDeletedAt))
  const deleted = await countByStream(ctx, connectionRecords, isDeleted)
  const isStream = eq(connectionStreams.connectionId, id)
  const streams = await db.select().from(connectionStreams).where(isStream).orderBy(asc(connectionStreams.stream))
  const runs = await selectRuns(ctx, id, maxRuns)
  const refusals = await db
    .select()
    .from(connectionRefusals)
    .where(isOfConnection)
    .orderBy(desc(connectionRefusals.refusedAt))
    .limit(maxListed)
  const { connectionId, status, createdAt } = connectionWrites
  const isUnfinished = and(eq(connectionId, id), inArray(status, unfinished))
  const writes = await db.select().from(connectionWrites).where(isUnfinished).orderBy(desc(createdAt)).limit(maxListed)
  return {
    ...(await presentConnection(ctx, row)),
    streams: streams.map((stream) => ({
      ...toRecord(connectionStreams, stream, ['stream', 'done', 'total', 'completed_at', 'read_until']),
      missing_fields: [...(stream.missingFields ?? [])],
      refused: refused.get(stream.stream) ?? 0,
      gone: deleted.get(stream.stream) ?? 0,
    })),
    runs,
    refusals: refusals.map((row) => ({
      ...toRecord(connectionRefusals, row, ['stream', 'foreign_id', 'refused_at']),
      label: row.refusal.label,
      reason: row.refusal.reason,
    })),
    writes: writes.map(presentWrite),
  }
}

const runColumns = recordColumns(connectionRuns, ConnectionRun.keyof().options)
const writeFields = ConnectionWrite.omit({ kind: true, fields: true }).keyof().options
const unfinished = ['waiting', 'failed', 'conflict'] as const

async function countByStream(
  { db }: Pick<Context, 'db'>,
  table: typeof connectionRefusals | typeof connectionRecords,
  condition: SQL | undefined,
): Promise<ReadonlyMap<string, number>> {
  const { stream } = table
  const rows = await db.select({ stream, value: count() }).from(table).where(condition).groupBy(stream)
  return new Map(rows.map((row) => [row.stream, row.value]))
}

/** Selects the last runs of a connection, newest first. */
const selectRuns = ({ db }: Pick<Context, 'db'>, id: string, limit: number) =>
  db
    .select(runColumns)
    .from(connectionRuns)
    .where(eq(connectionRuns.connectionId, id))
    .orderBy(desc(connectionRuns.startedAt))
    .limit(limit)

/** Converts a connection to its form in the API. */
export async function presentConnection(ctx: Pick<Context, 'db'>, row: ConnectionRow): Promise<Connection> {
  const { db } = ctx
  const { id, kind, name, options } = row
  const [lastRun] = await selectRuns(ctx, id, 1)
  const { connectionId, readUntil } = connectionStreams
  const until = sql<string | null>`case when bool_and(${readUntil} is not null) then min(${readUntil}) end`
  const [read] = await db
    .select({ until: until.mapWith(readUntil) })
    .from(connectionStreams)
    .where(eq(connectionId, id))
  return {
    ...toRecord(connections, row, ['id', 'kind', 'name', 'url', 'is_enabled']),
    ...toRecord(connections, row, ['next_run_at', 'failures', 'updated_at', 'updated_by']),
    system: getKind(kind).label,
    options: { ...options },
    ...presentSecrets(row),
    events_path: getKind(kind).events ? `/api/events/v1/${name}` : null,
    check: row.checkResult && { ...row.checkResult, steps: [...row.checkResult.steps] },
    last_run: lastRun ?? null,
    read_until: read?.until ?? null,
    refused: await db.$count(connectionRefusals, eq(connectionRefusals.connectionId, id)),
    failed_writes: await db.$count(
      connectionWrites,
      and(eq(connectionWrites.connectionId, id), inArray(connectionWrites.status, ['failed', 'conflict'])),
    ),
  }
}

/** Reports which secrets are set; secrets that cannot be read count as not set. */
function presentSecrets(row: ConnectionRow) {
  try {
    const { secrets } = openConnection(row)
    return { has_secret: secrets.secret !== undefined, has_signing_secret: secrets.signing_secret !== undefined }
  } catch {
    return { has_secret: false, has_signing_secret: false }
  }
}

const presentWrite = (write: typeof connectionWrites.$inferSelect): ConnectionWrite => ({
  ...toRecord(connectionWrites, write, writeFields),
  kind: write.payload.kind,
  fields: (write.result?.fields ?? []).map(({ field, ours, theirs }) => ({
    field,
    ours: ours || null,
    theirs: theirs || null,
  })),
})

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
