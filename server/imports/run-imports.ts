import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { importFile } from '#server/import/import-file.ts'
import type { ImportProgress } from '#server/import/import-summary.ts'
import { openPlainPool, type Queryable } from '#server/platform/db/client.ts'
import { asAppError } from '#server/platform/http/error-response.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { decideReviews } from '#server/reviews/decide-reviews.ts'
import { imports } from '#server/schema/imports.ts'
import { replaceParts, withImportFile } from './file-parts.ts'
import { findMapping } from './mappings.ts'
import { type ImportRow, resultOf } from './present-import.ts'
import { settleReviews } from './settle-reviews.ts'

/** Milliseconds between two signs of life, each with the progress; a cancellation is noticed then. */
const reportEveryMs = 500
/** Milliseconds without a sign of life after which the process that runs an import counts as dead. */
const deadAfterMs = 60_000
/** Number of times that an import is begun before it fails, as it may be what ends the processes. */
const maxAttempts = 3

const isDead = () => lt(imports.aliveAt, new Date(Date.now() - deadAfterMs).toISOString())
const isWaiting = () => or(eq(imports.status, 'queued'), and(eq(imports.status, 'running'), isDead()))

/** Whether an import waits to be run. */
export async function hasWaitingImports({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const [found] = await db.select({ id: imports.id }).from(imports).where(isWaiting()).limit(1)
  return found !== undefined
}

/**
 * Runs the queued imports, oldest first, and those of a process that died. Each is one transaction, which also ends
 * with the state `done`: an interrupted import has written nothing and is run again.
 */
export async function runImports(ctx: Context): Promise<void> {
  for (;;) {
    const row = await claimNext(ctx.db)
    if (!row) return
    const isWritten = await runClaimed(ctx, row)
    if (isWritten && (row.kind === 'changes' || row.kind === 'incidents')) {
      // Otherwise the next run of that job decides.
      await decideReviews({ ...ctx, now: new Date() }).catch((error) => log.warn({ err: error }, 'reviews not decided'))
    }
  }
}

async function claimNext(db: Queryable): Promise<ImportRow | undefined> {
  const next = db
    .select({ id: imports.id })
    .from(imports)
    .where(isWaiting())
    .orderBy(asc(imports.createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const at = new Date().toISOString()
  const [row] = await db
    .update(imports)
    .set({ status: 'running', attempts: sql`${imports.attempts} + 1`, startedAt: at, aliveAt: at })
    .where(inArray(imports.id, next))
    .returning()
  return row
}

/** The import as long as this process may end it: no other one took it over. */
const isMine = ({ id, attempts }: ImportRow) =>
  and(eq(imports.id, id), eq(imports.status, 'running'), eq(imports.attempts, attempts))

/** Returns whether it wrote records. */
async function runClaimed(ctx: Context, row: ImportRow): Promise<boolean> {
  const end = async (change: { status: 'failed' | 'cancelled'; error?: string }) => {
    await ctx.db
      .update(imports)
      .set({ ...change, progress: null, finishedAt: new Date().toISOString() })
      .where(isMine(row))
    return false
  }
  if (row.attempts > maxAttempts) return end({ status: 'failed', error: `It was interrupted ${maxAttempts} times.` })
  const cancellation = new AbortController()
  const report = reportProgress(ctx.db, row, cancellation)
  const { pool, close } = openPlainPool(ctx.db)
  try {
    await withImportFile(ctx.db, row, async (path, folder) => {
      const { kind, options, isDryRun } = row
      const named = options.mapping_name === undefined ? {} : await findMapping(ctx.db, options.mapping_name, kind)
      const actor = { kind: row.actorKind, id: row.actorId, name: row.createdBy }
      await importFile(
        { pool, actor, now: new Date(), requestId: row.id },
        {
          ...{ id: row.id, entity: kind, path, isDryRun, mapping: { ...named, ...options.mapping } },
          ...(options.time_zone !== undefined && { timeZone: options.time_zone }),
          ...(options.encoding !== undefined && { encoding: options.encoding }),
          refusedPath: (extension) => join(folder, `refused.${extension}`),
          signal: cancellation.signal,
          async onWritten(tx, summary) {
            const now = new Date()
            await settleReviews({ db: tx, actor, now, requestId: row.id })
            await replaceParts({ db: tx, now }, row.id, 'refused', summary.refusedPath)
            const result = { rows: summary.rows, refused: summary.refused, result: resultOf(summary) }
            const ended = { status: 'done', progress: null, finishedAt: now.toISOString() } as const
            const done = await tx
              .update(imports)
              .set({ ...result, ...ended })
              .where(isMine(row))
              .returning()
            if (done[0]?.cancelRequestedAt === null) return
            cancellation.abort()
            cancellation.signal.throwIfAborted()
          },
        },
        report.show,
      )
    })
    return !row.isDryRun
  } catch (error) {
    if (cancellation.signal.aborted) return end({ status: 'cancelled' })
    const known = asAppError(error)
    // Left to be taken over, as nothing can be written now.
    if (known.code === 'unavailable' || known.code === 'upstream_timeout') throw error
    const isExplained = known.code === 'invalid_request' || known.code === 'not_found'
    if (!isExplained) log.error({ err: error, import: row.id }, 'import failed')
    return end({
      status: 'failed',
      error: isExplained ? known.message : 'An unexpected error stopped it; the log of the service has it.',
    })
  } finally {
    report.stop()
    await close()
  }
}

/** Stores the progress and a sign of life twice a second, and aborts when the import is to be cancelled. */
function reportProgress(db: Queryable, row: ImportRow, cancellation: AbortController) {
  let latest: ImportProgress | undefined
  const stopped = new AbortController()
  const store = async () => {
    const { phase, done, total, rows = 0, refused = 0 } = latest ?? {}
    const progress = phase === undefined ? null : { phase, done: done ?? 0, total: total ?? 0 }
    const [mine] = await db
      .update(imports)
      .set({ rows, refused, progress, aliveAt: new Date().toISOString() })
      .where(isMine(row))
      .returning({ cancelRequestedAt: imports.cancelRequestedAt })
    if (!mine || mine.cancelRequestedAt !== null) cancellation.abort()
  }
  const repeat = async () => {
    while (!stopped.signal.aborted) {
      await sleep(reportEveryMs, undefined, { signal: stopped.signal }).catch(() => {})
      // The next one reports if the database is busy now.
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
