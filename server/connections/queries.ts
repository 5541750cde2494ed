import { and, asc, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type {
  Connection,
  ConnectionDetail,
  ConnectionRun,
  ConnectionWrite,
} from '#lib/contracts/app/connection-records.ts'
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
  const presented: Connection[] = []
  for (const row of rows) presented.push(await presentConnection(ctx, row))
  return presented
}

/** Returns a connection with its tables, runs, refused rows and unfinished writes. Throws `not_found`. */
export async function getConnection(ctx: Pick<Context, 'db'>, id: string): Promise<ConnectionDetail> {
  const row = await getConnectionRow(ctx.db, id)
  const { db } = ctx
  const refused = db
    .select({ stream: connectionRefusals.stream, value: count() })
    .from(connectionRefusals)
    .where(eq(connectionRefusals.connectionId, id))
    .groupBy(connectionRefusals.stream)
  const deleted = db
    .select({ stream: connectionRecords.stream, value: count() })
    .from(connectionRecords)
    .where(and(eq(connectionRecords.connectionId, id), isNotNull(connectionRecords.remoteDeletedAt)))
    .groupBy(connectionRecords.stream)
  const refusedByStream = new Map((await refused).map(({ stream, value }) => [stream, value]))
  const deletedByStream = new Map((await deleted).map(({ stream, value }) => [stream, value]))
  const streams = await db
    .select()
    .from(connectionStreams)
    .where(eq(connectionStreams.connectionId, id))
    .orderBy(asc(connectionStreams.stream))
  const runs = await db
    .select()
    .from(connectionRuns)
    .where(eq(connectionRuns.connectionId, id))
    .orderBy(desc(connectionRuns.startedAt))
    .limit(maxRuns)
  const refusals = await db
    .select()
    .from(connectionRefusals)
    .where(eq(connectionRefusals.connectionId, id))
    .orderBy(desc(connectionRefusals.refusedAt))
    .limit(maxListed)
  const writes = await db
    .select()
    .from(connectionWrites)
    .where(and(eq(connectionWrites.connectionId, id), inArray(connectionWrites.status, unfinished)))
    .orderBy(desc(connectionWrites.createdAt))
    .limit(maxListed)
  return {
    ...(await presentConnection(ctx, row)),
    streams: streams.map((stream) => ({
      stream: stream.stream,
      done: stream.done,
      total: stream.total,
      completed_at: stream.completedAt,
      read_until: stream.readUntil,
      missing_fields: [...(stream.missingFields ?? [])],
      refused: refusedByStream.get(stream.stream) ?? 0,
      gone: deletedByStream.get(stream.stream) ?? 0,
    })),
    runs: runs.map(presentRun),
    refusals: refusals.map(({ stream, remoteId, refusal, refusedAt }) => ({
      stream,
      foreign_id: remoteId,
      label: refusal.label,
      reason: refusal.reason,
      refused_at: refusedAt,
    })),
    writes: writes.map(presentWrite),
  }
}

const unfinished = ['waiting', 'failed', 'conflict'] as const

/** Converts a connection to its form in the API. */
export async function presentConnection({ db }: Pick<Context, 'db'>, row: ConnectionRow): Promise<Connection> {
  const { id, kind, name, url, options, isEnabled } = row
  const [lastRun] = await db
    .select()
    .from(connectionRuns)
    .where(eq(connectionRuns.connectionId, id))
    .orderBy(desc(connectionRuns.startedAt))
    .limit(1)
  const [read] = await db
    .select({
      until: sql<
        string | null
      >`case when bool_and(${connectionStreams.readUntil} is not null) then min(${connectionStreams.readUntil}) end`.mapWith(
        connectionStreams.readUntil,
      ),
    })
    .from(connectionStreams)
    .where(eq(connectionStreams.connectionId, id))
  const [refused] = await db
    .select({ value: count() })
    .from(connectionRefusals)
    .where(eq(connectionRefusals.connectionId, id))
  const writes = await db
    .select({ status: connectionWrites.status, value: count() })
    .from(connectionWrites)
    .where(and(eq(connectionWrites.connectionId, id), inArray(connectionWrites.status, unfinished)))
    .groupBy(connectionWrites.status)
  const countWrites = (status: string) => writes.find((each) => each.status === status)?.value ?? 0
  return {
    id,
    kind,
    system: getKind(kind).label,
    name,
    url,
    options: { ...options },
    ...presentSecrets(row),
    is_enabled: isEnabled,
    events_path: getKind(kind).events ? `/api/events/v1/${name}` : null,
    check: row.checkResult && { ...row.checkResult, steps: [...row.checkResult.steps] },
    next_run_at: row.nextRunAt,
    failures: row.failures,
    last_run: lastRun ? presentRun(lastRun) : null,
    read_until: read?.until ?? null,
    refused: refused?.value ?? 0,
    waiting_writes: countWrites('waiting'),
    failed_writes: countWrites('failed') + countWrites('conflict'),
    updated_at: row.updatedAt,
    updated_by: row.updatedBy,
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

const presentRun = (run: typeof connectionRuns.$inferSelect): ConnectionRun => ({
  id: run.id,
  started_at: run.startedAt,
  finished_at: run.finishedAt,
  counts: run.counts,
  remarks: run.remarks,
  requests: run.requests,
  error: run.error,
})

type StoredField = { readonly field: string; readonly ours?: unknown; readonly theirs?: unknown }
const toText = (value: unknown) => (value === undefined || value === null || value === '' ? null : String(value))

const presentWrite = (write: typeof connectionWrites.$inferSelect): ConnectionWrite => {
  const fields = (write.result?.fields ?? []) as readonly StoredField[]
  return {
    id: write.id,
    entity: write.entity,
    key: write.key,
    kind: write.payload.kind,
    status: write.status,
    attempts: write.attempts,
    reason: write.reason,
    fields: fields.map(({ field, ours, theirs }) => ({ field, ours: toText(ours), theirs: toText(theirs) })),
    created_at: write.createdAt,
    next_attempt_at: write.nextAttemptAt,
    finished_at: write.finishedAt,
  }
}
