import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import type { RunCounts } from '#lib/contracts/connection-values.ts'
import { createRemarks } from '#server/import/targets/target.ts'
import { openPlainPool, type Queryable } from '#server/platform/db/client.ts'
import { isAppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log/log.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { connectionRuns, connections } from '#server/schema/connections.ts'
import { assertRuns } from './commands.ts'
import type { Connector } from './connector.ts'
import {
  ConnectionChanged,
  type ConnectionRow,
  getConnectionRow,
  openClient,
  openConnection,
} from './find-connection.ts'

export type Connectors = Readonly<Partial<Record<string, Connector>>>

/** Milliseconds after which a run ends and the next one continues, so that the job starts others in time. */
const maxRunMs = 2 * 60_000
/** Maximum delay after failed runs, in minutes. */
const maxDelayMinutes = 60

const isDue = () => and(eq(connections.isEnabled, true), lte(connections.nextRunAt, new Date().toISOString()))

/** True if a connection is due. */
export async function hasDueConnections({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const [found] = await db.select({ id: connections.id }).from(connections).where(isDue()).limit(1)
  return found !== undefined
}

/** Runs all due connections in parallel. */
export async function runConnections(ctx: Context, connectors: Connectors): Promise<void> {
  const due = await ctx.db.select().from(connections).where(isDue()).orderBy(asc(connections.nextRunAt))
  const runs = due.map((row) =>
    withConnectionLock(ctx.db, row.id, (lockSignal) => runOne(ctx, row, connectors, lockSignal)).catch((error) =>
      // The failure is stored with the run.
      log.debug({ err: error }, 'connection not run'),
    ),
  )
  await Promise.all(runs)
}

/** Runs a connection to its end, for a command, waiting for other processes. Throws the error of a failed run. */
export async function runToEnd(ctx: Context, id: string, connectors: Connectors): Promise<RunCounts> {
  let total: RunCounts = noCounts
  for (;;) {
    const row = await getConnectionRow(ctx.db, id)
    assertRuns(row)
    const run = await withConnectionLock(ctx.db, id, (lockSignal) => runOne(ctx, row, connectors, lockSignal))
    if (run === undefined) {
      await sleep(1_000)
      continue
    }
    total = addCounts(total, run.counts)
    if (!run.isUnfinished) return total
  }
}

const noCounts: RunCounts = { read: 0, inserted: 0, updated: 0, unchanged: 0, refused: 0, written: 0, conflicts: 0 }

const addCounts = (counts: RunCounts, change: Partial<RunCounts>): RunCounts =>
  Object.fromEntries(
    Object.entries(counts).map(([name, value]) => [name, value + (change[name as keyof RunCounts] ?? 0)]),
  ) as RunCounts

type RunResult = { readonly counts: RunCounts; readonly isUnfinished: boolean }

/** Runs a connection once and records the run with what it has done. Throws the error that made it fail. */
async function runOne(
  ctx: Context,
  row: ConnectionRow,
  connectors: Connectors,
  lockSignal: AbortSignal,
): Promise<RunResult> {
  const { db } = ctx
  const id = newId('run', new Date())
  const remarks = createRemarks()
  let counts = noCounts
  await db.insert(connectionRuns).values({ id, connectionId: row.id, startedAt: new Date().toISOString(), counts })
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new Error('The run takes long and is continued by the next one.')),
    maxRunMs,
  )
  let requests = 0
  let error: unknown
  try {
    const connection = openConnection(row)
    const outgoing = openClient(db, connection)
    const signal = AbortSignal.any([limit.signal, lockSignal])
    const actor = createSystemActor(row.id, row.name)
    const count = (change: Partial<RunCounts>) => {
      counts = addCounts(counts, change)
    }
    const connectorCtx = { ...ctx, now: new Date(), requestId: id, actor, outgoing, signal, remarks, count }
    try {
      await connectors[row.kind]?.run(connectorCtx, connection)
    } finally {
      requests = outgoing.requests
      await outgoing.close()
    }
  } catch (thrown) {
    error = thrown
  } finally {
    clearTimeout(timer)
  }
  const isUnfinished = limit.signal.aborted || error instanceof ConnectionChanged
  const failure = isUnfinished ? undefined : error
  await db
    .update(connectionRuns)
    .set({
      finishedAt: new Date().toISOString(),
      counts,
      remarks: remarks.list(),
      requests,
      error: failure === undefined ? null : describeFailure(failure, row),
    })
    .where(eq(connectionRuns.id, id))
  await scheduleNext(ctx, row, { failure, isUnfinished })
  if (failure !== undefined) throw failure
  return { counts, isUnfinished }
}

/** Describes a failure for the page; unexpected errors are logged. */
function describeFailure(error: unknown, { name }: ConnectionRow): string {
  if (error instanceof OutgoingError || isAppError(error)) return error.message
  log.error({ err: error, connection: name }, 'connection failed')
  return 'An unexpected error stopped it; the log of the service has it.'
}

async function scheduleNext(
  { db }: Context,
  row: ConnectionRow,
  { failure, isUnfinished }: { readonly failure: unknown; readonly isUnfinished: boolean },
): Promise<void> {
  const { interval_minutes: interval = 60 } = row.options as { interval_minutes?: number }
  const failures = failure === undefined ? 0 : row.failures + 1
  const delay = failures === 0 ? interval : Math.max(interval, Math.min(2 ** (failures - 1), maxDelayMinutes))
  const retryAt = failure instanceof OutgoingError ? failure.retryAt : undefined
  const minutes = isUnfinished ? 0 : delay
  const at = retryAt ?? new Date(Date.now() + minutes * 60_000)
  await db
    .update(connections)
    .set({ failures, nextRunAt: at.toISOString() })
    // A run that was requested meanwhile takes precedence.
    .where(and(eq(connections.id, row.id), sql`${connections.nextRunAt} is not distinct from ${row.nextRunAt}`))
}

/**
 * Runs `work` unless another process is working on this connection; returns undefined in that case. The lock belongs to
 * an open transaction of its own, so that it ends with the process and also works behind a connection pooler. The
 * signal aborts when that transaction is lost, as another process may then take over.
 */
async function withConnectionLock<Result>(
  db: Queryable,
  id: string,
  work: (lockSignal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const { pool, close } = openPlainPool(db)
  const loss = new AbortController()
  const onLoss = () => loss.abort(new Error('The lock of the connection was lost.'))
  try {
    const client = await pool.connect()
    client.on('error', onLoss)
    client.on('end', onLoss)
    try {
      await client.query('begin')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      const { rows } = await client.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held', [
        `connection ${id}`,
      ])
      return rows[0]?.held === true ? await work(loss.signal) : undefined
    } finally {
      // Frees the lock at once: the server notices only later that the connection was closed.
      await client.query('rollback').catch(() => undefined)
      client.release(true)
    }
  } finally {
    await close()
  }
}

/** Days for which runs are listed. */
const storedDays = 30

/** Deletes the records of old runs. */
export async function purgeRuns({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now.getTime() - storedDays * 86_400_000).toISOString()
  await db.delete(connectionRuns).where(lt(connectionRuns.startedAt, before))
}
