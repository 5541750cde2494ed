import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { publishLongTransactions, watchTransaction } from '#server/platform/audit/long-transaction.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { retryConflicts } from '#server/platform/db/retry-conflicts.ts'
import { newId } from '#server/platform/ids.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import { withUnpacked } from './archive/unpack.ts'
import type { MergeCounts } from './database/merge.ts'
import { describeProtected } from './database/open-reviews.ts'
import { repeatConflicts } from './database/repeat-conflicts.ts'
import { takeMergeTurn } from './database/take-turn.ts'
import type { ImportOptions, ImportProgress, ImportSummary, ReportProgress } from './import-summary.ts'
import { mergeFile } from './merge-file.ts'
import { type ImportedFile, openFile } from './open-file.ts'
import { stageFile } from './stage-file.ts'

export type ImportContext = Omit<Context, 'db' | 'actor'> & { readonly pool: Pool; readonly actor: ActorName }

/** Creates the identifier of an import. */
export const newImportId = (now: Date) => newId('import', now)

/**
 * Imports a file: valid rows are written in one transaction, the others are reported. An existing record is updated if
 * the file has another value, but only in the fields that the file fills; importing the file again changes nothing.
 * Review fields of a change and articles that people or API clients have edited keep their values. The history gets an
 * entry for each written record and one for the import. Memory does not grow with the file. Throws `not_found` and
 * `invalid_request` if the file cannot be read at all; then nothing is written.
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
  const reportProgress = createProgress(onProgress)
  const file = await openFile(ctx.pool, options, reportProgress)
  const client = await ctx.pool.connect()
  try {
    return await writeInTransaction(ctx, client, { file, options, onProgress: reportProgress })
  } finally {
    client.release(true)
    await file.refusals.abandon()
  }
}

/** Returns a function that applies a change to the progress and reports all of it. */
function createProgress(onProgress: (progress: ImportProgress) => void): ReportProgress {
  let progress: ImportProgress = { phase: 'looking', done: 0, total: 0, rows: 0, refused: 0 }
  return (change) => {
    progress = { ...progress, ...change }
    onProgress(progress)
  }
}

type OpenImport = {
  readonly file: ImportedFile
  readonly options: ImportOptions
  readonly onProgress: ReportProgress
}

async function writeInTransaction(
  ctx: ImportContext,
  client: PoolClient,
  { file, options, onProgress }: OpenImport,
): Promise<ImportSummary> {
  const id = options.id ?? newImportId(ctx.now)
  const work = async (tx: Transaction) => {
    const watched = await watchTransaction(ctx.pool, tx)
    try {
      if (!options.isDryRun) await takeMergeTurn(client, options)
      const rows = await stageFile(client, file, { onProgress, signal: options.signal })
      const refusedPath = await file.refusals.close()
      // A conflict with another writer repeats only the writing, not the reading of the file.
      return await retryConflicts(() =>
        tx.transaction(async (savepoint) => {
          const counts = await mergeFile({ ...ctx, db: savepoint }, file, { ...options, id, rows, onProgress })
          const summary = summarize(file, counts, { ...options, id, rows, refusedPath })
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
    await publishLongTransactions(drizzle(ctx.pool)).catch(() => {})
  }
}

type Summarized = Pick<ImportOptions, 'entity' | 'isDryRun'> & Pick<ImportSummary, 'id' | 'rows' | 'refusedPath'>

function summarize(
  { name, source, prepared, people, refusals, remarks }: ImportedFile,
  { underReview, ...counts }: MergeCounts,
  { id, entity, isDryRun = false, rows, refusedPath }: Summarized,
): ImportSummary {
  const records = counts.inserted + counts.updated + counts.unchanged
  return {
    id,
    entity,
    name,
    isDryRun,
    format: source.format,
    encoding: source.encoding,
    rows,
    ...counts,
    refused: refusals.count,
    superseded: rows - refusals.count - records,
    feeds: prepared.feeds,
    unused: prepared.unused,
    remarks: [...prepared.remarks, ...remarks.list(), ...people.remarks(), ...describeProtected(underReview)],
    refusals: refusals.first,
    refusedPath,
  }
}
