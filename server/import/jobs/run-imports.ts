import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, count, eq, gte, inArray, lt, max, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { sharedKinds } from '#server/import/import-file.ts'
import type { ImportProgress } from '#server/import/import-report.ts'
import { publishLongTransactions } from '#server/platform/audit/long-transaction.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { isAmongLocked, transact } from '#server/platform/db/transaction.ts'
import { removeAbandonedFolders } from '#server/platform/files/temporary-folder.ts'
import { asAppError } from '#server/platform/http/respond.ts'
import { log } from '#server/platform/log/log.ts'
import { isStopping } from '#server/platform/process/stop-requests.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import { imports } from '#server/schema/imports.ts'
import { ImportProcessEnded, runInProcess } from './process/run-in-process.ts'
import { type ImportRow, isOfAttempt } from './queries.ts'
import { type FileStore, getImportStore } from './stored-content.ts'

/** Milliseconds between two heartbeats, which store the progress and check for a cancellation. */
const reportEveryMs = 500
/** Maximum attempts at an import, as the import itself may be what ends the processes. */
const maxAttempts = 3
/** Maximum changes on which the policy decides right after an import; its own job decides on the others. */
const decidedAtOnce = 1_000

export type RunTask = (...parts: Parameters<typeof runInProcess>) => Promise<unknown>
/**
 * Runs the imports that may begin, each in a separate process unless `run` is another way, until none is left. Each import is one transaction,
 * which also sets the status `done`: an interrupted import has written nothing and is run again.
 */
export async function runImports(ctx: Context, store = getImportStore(), run: RunTask = runInProcess): Promise<void> {
  await removeAbandonedFolders()
  await publishLongTransactions(ctx.db)
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  try {
    while (!isStopping()) {
      const row = (await hasWaitingImports(ctx)) ? await claimImport(ctx.db) : undefined
      if (row) {
        const claimed = runClaimed(ctx, row, store, run)
          .catch((error) => void failures.push(error))
          .finally(() => running.delete(claimed))
        running.add(claimed)
      } else if (running.size === 0) break
      else await Promise.race([...running, sleep(reportEveryMs)])
    }
  } finally {
    await Promise.all(running)
  }
  if (failures.length > 0) throw failures[0]
}

type EndReason = 'cancelled' | 'stopping'

async function runClaimed(ctx: Context, row: ImportRow, store: FileStore, run: RunTask): Promise<void> {
  const set = async (change: Partial<typeof imports.$inferInsert>) => {
    await ctx.db
      .update(imports)
      .set({ ...change, progress: null })
      .where(isOfAttempt(row))
  }
  const end = (status: 'failed' | 'cancelled', error?: string) =>
    set({ status, finishedAt: new Date().toISOString(), ...(error !== undefined && { error }) })
  if (row.attempts > maxAttempts) return end('failed', `It was interrupted ${maxAttempts} times.`)
  const ending = new AbortController()
  const report = reportProgress(ctx.db, row, (reason) => ending.abort(reason))
  try {
    const { id, attempts } = row
    const task = { kind: 'run', id, attempts, store } as const
    await run(ctx.db, task, { onProgress: report.show, signal: ending.signal })
  } catch (error) {
    const reason: EndReason | undefined = isStopping() ? 'stopping' : ending.signal.reason
    // Stopping the service is not a fault of the import.
    if (reason === 'stopping') return set({ status: 'queued', attempts: row.attempts - 1 })
    if (reason === 'cancelled') return end('cancelled')
    if (error instanceof ImportProcessEnded) {
      const { message, output } = error
      log.error({ import: row.id, attempt: row.attempts, reason: message, output }, 'the process of an import ended')
      // The import itself may have ended it.
      return row.attempts < maxAttempts
        ? set({ status: 'queued' })
        : end('failed', `Its process ended ${maxAttempts} times before the import was done: the last one ${message}.`)
    }
    const appError = asAppError(error)
    if (appError.code === 'conflict') return end('cancelled')
    // Nothing can be written now, so another process takes the import over later.
    if (appError.code === 'unavailable') throw error
    const isExplained = appError.code !== 'internal_error'
    if (!isExplained) log.error({ err: error, import: row.id }, 'import failed')
    return end(
      'failed',
      isExplained ? appError.message : 'An unexpected error stopped it; the log of the service has it.',
    )
  } finally {
    report.stop()
    // This includes transactions of a process that was killed after its commit.
    await publishLongTransactions(ctx.db).catch(() => {})
  }
  await decideImported(ctx, row)
}

/** Decides on the first imported changes, so that a small import gets its reviews at once. */
async function decideImported(ctx: Context, { kind, isDryRun }: ImportRow): Promise<void> {
  if (isDryRun || (kind !== 'changes' && kind !== 'incidents')) return
  await decideReviews({ ...ctx, now: new Date() }, decidedAtOnce).catch((error) =>
    log.warn({ err: error }, 'reviews not decided, the next run of their job decides'),
  )
}

/** Stores the progress as a heartbeat twice a second, and ends the import if its cancellation was requested. */
function reportProgress(db: Queryable, row: ImportRow, end: (reason: EndReason) => void) {
  let latest: ImportProgress | undefined
  const stopped = new AbortController()
  const store = async () => {
    const { phase, done, total, rows = 0, refused = 0 } = latest ?? {}
    const progress = phase === undefined ? null : { phase, done: done ?? 0, total: total ?? 0 }
    const [updated] = await db
      .update(imports)
      .set({ rows, refused, progress, aliveAt: new Date().toISOString() })
      .where(isOfAttempt(row))
      .returning({ cancelRequestedAt: imports.cancelRequestedAt })
    if (stopped.signal.aborted) return
    if (updated?.cancelRequestedAt === null) return
    // An import may be done, although its process has not reported that yet.
    const [found] = updated
      ? []
      : await db.select({ status: imports.status }).from(imports).where(eq(imports.id, row.id))
    if (found?.status !== 'done') end('cancelled')
  }
  const repeat = async () => {
    while (!stopped.signal.aborted) {
      await sleep(reportEveryMs, undefined, { signal: stopped.signal }).catch(() => {})
      if (isStopping()) end('stopping')
      // The next attempt reports if the database is busy now.
      if (!stopped.signal.aborted) await store().catch(() => {})
    }
  }
  void repeat()
  return {
    show: (progress: ImportProgress) => {
      latest = progress
    },
    stop: () => stopped.abort(),
  }
}

/** Milliseconds without a heartbeat after which the service process that runs an import counts as dead. */
const deadAfterMs = 30_000
/** Maximum imports that run at the same time, in all processes together. */
const maxRunning = 2

const deadline = () => new Date(Date.now() - deadAfterMs).toISOString()

/** Milliseconds before its creation in which earlier starts of its caller delay an import. */
const countedMs = 3_600_000

/**
 * Builds the condition that an import may begin: it is queued or its process died, and no import of the same caller or
 * into the same tables is running. One caller with many or slow imports thus leaves a turn to others.
 */
function mayBegin(db: Queryable) {
  const other = alias(imports, 'other')
  const isAlive = and(eq(other.status, 'running'), gte(other.aliveAt, deadline()))
  const writesSame = or(
    eq(other.kind, imports.kind),
    and(inArray(other.kind, [...sharedKinds]), inArray(imports.kind, [...sharedKinds])),
  )
  const rivals = db
    .select({ found: sql`1` })
    .from(other)
    .where(and(isAlive, ne(other.id, imports.id), or(eq(other.caller, imports.caller), writesSame)))
  const running = db.select({ count: count() }).from(other).where(isAlive)
  return and(
    or(eq(imports.status, 'queued'), and(eq(imports.status, 'running'), lt(imports.aliveAt, deadline()))),
    notExists(rivals),
    sql`(${running}) < ${maxRunning}`,
  )
}

/** The time at which the caller of an import last started one; the oldest start is next. */
function lastStart(db: Queryable) {
  const other = alias(imports, 'other')
  const last = db
    .select({ at: max(other.startedAt) })
    .from(other)
    .where(eq(other.caller, imports.caller))
  return sql`greatest((${last}), ${imports.createdAt} - ${countedMs} * interval '1 millisecond')`
}

export async function hasWaitingImports({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const [found] = await db.select({ id: imports.id }).from(imports).where(mayBegin(db)).limit(1)
  return found !== undefined
}

/**
 * Marks the next import as running in this attempt. Callers take turns; among the imports of one caller, those that
 * failed before come last. Processes claim one after the other, as they would not see each other's running import
 * otherwise.
 */
export function claimImport(db: Queryable): Promise<ImportRow | undefined> {
  return transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('claim import'))`)
    const next = tx
      .select({ id: imports.id })
      .from(imports)
      .where(mayBegin(tx))
      .orderBy(asc(lastStart(tx)), asc(imports.attempts), asc(imports.createdAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const at = new Date().toISOString()
    const [row] = await tx
      .update(imports)
      .set({ status: 'running', attempts: sql`${imports.attempts} + 1`, startedAt: at, aliveAt: at })
      .where(isAmongLocked(imports.id, next))
      .returning()
    return row
  })
}
