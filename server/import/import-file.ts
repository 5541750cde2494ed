import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { importActions } from '#lib/actions/record-actions.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { publishLongTransactions, watchTransaction } from '#server/platform/audit/long-transaction.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { retryConflicts } from '#server/platform/db/retry-conflicts.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import { describeProtected } from './database/author.ts'
import { mergeStagedRows, repeatConflicts } from './database/merge.ts'
import type { ImportOptions, ImportProgress, ImportSummary, ReportProgress } from './import-report.ts'
import { describeEmptyWords } from './mapping/prepare-import.ts'
import { describeDateQuestion } from './mapping/questions.ts'
import { withUnpacked } from './source/open-source.ts'
import { describeRowQuestion, type ImportedFile, openFile, stageFile } from './stage-file.ts'

export type ImportContext = Omit<Context, 'db' | 'actor'> & { readonly pool: Pool; readonly actor: ActorName }

export const newImportId = (now: Date) => newId('import', now)

/** Number of written records after which the statistics of their table are updated. */
const analyzedCount = 1000

/**
 * Imports a file: valid rows are written in one transaction, the others are reported. An existing record is updated if
 * the file has another value, but only in the fields that the file fills; importing the file again changes nothing.
 * Review fields of a change and articles that people or API clients have edited keep their values. The history gets an
 * entry for each written record and one for the import. Memory does not grow with the file. Throws `not_found` and
 * `invalid_request` if the file cannot be read at all or leaves a question open; then nothing is written.
 */
export async function importFile(
  ctx: ImportContext,
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportSummary> {
  return withUnpacked(options.path, (path) =>
    repeatConflicts(() => importUnpacked(ctx, { ...options, path }, onProgress)),
  )
}

async function importUnpacked(
  ctx: ImportContext,
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportSummary> {
  let progress: ImportProgress = { phase: 'looking', done: 0, total: 0, rows: 0, refused: 0 }
  const report: ReportProgress = (change) => {
    progress = { ...progress, ...change }
    onProgress(progress)
  }
  const file = await openFile(drizzle(ctx.pool), options)
  report({ total: file.source.size })
  if (file.prepared.dateQuestion)
    throw new AppError('invalid_request', describeDateQuestion(file.prepared.dateQuestion))
  const client = await ctx.pool.connect()
  const work = async (tx: Transaction) => {
    const watched = await watchTransaction(ctx.pool, tx)
    try {
      if (!options.isDryRun) await takeMergeTurn(client, options)
      const { rows, question } = await stageFile(client, file, report, options.signal)
      if (question) throw new AppError('invalid_request', describeRowQuestion(question))
      const refusedPath = await file.refusals.close()
      // A conflict with another writer repeats only the writing, not the reading of the file.
      return await retryConflicts(() =>
        tx.transaction(async (savepoint) => {
          const written = await mergeFile({ ...ctx, db: savepoint }, file, rows, { ...options, report })
          const summary = { ...written, refusedPath }
          await options.onWritten?.(savepoint, summary)
          return summary
        }),
      )
    } finally {
      await watched.publish()
    }
  }
  try {
    return await drizzle(client).transaction(work, { isolationLevel: 'read committed' })
  } finally {
    client.release(true)
    await file.refusals.abandon()
    await publishLongTransactions(drizzle(ctx.pool)).catch(() => {})
  }
}

type MergeContext = Omit<Context, 'db' | 'actor'> & { readonly db: Transaction; readonly actor: ActorName }

/** Writes the staged rows of a file as records, and an entry for the import to the history if anything was written. */
async function mergeFile(
  ctx: MergeContext,
  { name, target, source, prepared, people, refusals, remarks }: ImportedFile,
  rows: number,
  options: ImportOptions & { readonly report: ReportProgress },
): Promise<Omit<ImportSummary, 'refusedPath'>> {
  const { id = newImportId(ctx.now), entity, isDryRun = false, signal, report } = options
  const refused = refusals.count
  report({ phase: 'writing', done: 0, total: rows - refused, rows, refused })
  const { underReview, unknownChanges, ...counts } = await mergeStagedRows(ctx.db, {
    target,
    choice: prepared.choice,
    isDryRun,
    filled: new Set(prepared.feeds.map(({ field }) => field)),
    author: { importId: id, actor: ctx.actor, now: ctx.now },
    onRecords(done) {
      signal?.throwIfAborted()
      report({ done })
    },
  })
  const writtenCount = counts.inserted + counts.updated + counts.stubs
  if (writtenCount > 0 && !isDryRun) {
    const facts = { file: name, records: entity, rows, refused, ...counts }
    await recordEvent({ ...ctx, requestId: id }, importActions.create, id, listDifferences({}, facts))
    if (writtenCount > analyzedCount) await ctx.db.execute(sql`analyze ${target.table}`)
  }
  const superseded = rows - refused - counts.inserted - counts.updated - counts.unchanged
  const result = {
    ...counts,
    superseded,
    format: source.format,
    encoding: source.encoding,
    fields: prepared.feeds,
    unused_columns: prepared.unused,
    remarks: [
      ...prepared.remarks,
      ...describeEmptyWords(prepared),
      ...(superseded > 0 ? [describeChoice(prepared)] : []),
      ...remarks.list(),
      ...people.remarks(),
      ...describeProtected(underReview),
      ...describeStubs(counts.stubs, unknownChanges),
    ],
    refusals: refusals.first.map(({ line, place, reason }) => ({ line, place, reason })),
  }
  return { id, entity, name, isDryRun, rows, refused, result }
}

const describeStubs = (count: number, first: readonly string[]): string[] =>
  count === 0
    ? []
    : [
        `Nobody knows the changes ${first.join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''}: if that is another spelling, correct it; else import the changes too.`,
      ]

const describeChoice = ({ choice, latestColumns }: ImportedFile['prepared']): string =>
  choice.isByColumns && latestColumns.length > 0
    ? `Of several rows for one record, the one with the latest ${latestColumns.join(', ')} counts.`
    : `Of several rows for one record, the ${choice.order ?? 'last'} counts.`

/** Kinds of records whose imports write to the same tables and therefore run one after the other. */
export const sharedKinds: readonly ImportKind[] = ['changes', 'incidents', 'reviews']

/** Milliseconds between two attempts to get the lock. */
const retryMs = 500

/** Waits for other imports into the same tables. Queued imports do not begin before their turn. */
async function takeMergeTurn(client: PoolClient, { entity, onWait, signal }: ImportOptions): Promise<void> {
  const turn = `import ${sharedKinds.includes(entity) ? sharedKinds.join() : entity}`
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken', [turn])
    if (rows[0]?.taken === true) return
    if (isFirst) onWait?.()
    await sleep(retryMs, undefined, { signal })
  }
}
