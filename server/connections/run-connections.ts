import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { RunCounts } from '#lib/contracts/connection-values.ts'
import { createRemarks } from '#server/import/targets/remarks.ts'
import { isAppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log/log.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { connectionRuns, connections } from '#server/schema/connections.ts'
import { ConnectionChanged } from './assert-unchanged.ts'
import { assertRuns } from './commands.ts'
import { openClient } from './connection-client.ts'
import type { Connector } from './connector.ts'
import { type ConnectionRow, getConnectionRow, openConnection } from './find-connection.ts'
import { withConnectionLock } from './lock-connection.ts'

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

/**
 * Runs a connection to its end, for a command; waits while another process runs it. Throws the error of a failed run.
 */
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

/** Runs a connection once and records the run. Throws the error that made it fail. */
async function runOne(
  ctx: Context,
  row: ConnectionRow,
  connectors: Connectors,
  lockSignal: AbortSignal,
): Promise<RunResult> {
  const id = newId('run', new Date())
  let counts = noCounts
  await ctx.db.insert(connectionRuns).values({ id, connectionId: row.id, startedAt: new Date().toISOString(), counts })
  const work = new AbortController()
  const limit = setTimeout(
    () => work.abort(new Error('The run takes long and is continued by the next one.')),
    maxRunMs,
  )
  const remarks = createRemarks()
  let requests = () => 0
  let isChanged = false
  let failure: unknown
  try {
    const connection = openConnection(row)
    const outgoing = openClient(ctx.db, connection)
    requests = () => outgoing.requests
    const count = (change: Partial<RunCounts>) => {
      counts = addCounts(counts, change)
    }
    try {
      const actor = createSystemActor(row.id, row.name)
      await connectors[row.kind]?.run(
        {
          ...ctx,
          now: new Date(),
          requestId: id,
          actor,
          outgoing,
          signal: AbortSignal.any([work.signal, lockSignal]),
          remarks,
          count,
        },
        connection,
      )
    } finally {
      await outgoing.close()
    }
  } catch (error) {
    isChanged = error instanceof ConnectionChanged
    if (!work.signal.aborted && !isChanged) failure = error
  } finally {
    clearTimeout(limit)
  }
  const finished = { finishedAt: new Date().toISOString(), counts, remarks: remarks.list(), requests: requests() }
  const error = failure === undefined ? null : describeFailure(failure, row)
  await ctx.db
    .update(connectionRuns)
    .set({ ...finished, error })
    .where(eq(connectionRuns.id, id))
  const isUnfinished = work.signal.aborted || isChanged
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
