import { importActions } from '#lib/actions/record-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import { type MergeCounts, mergeStagedRows } from './database/merge.ts'
import { runSql } from './database/run-sql.ts'
import type { ImportOptions, ReportProgress } from './import-summary.ts'
import type { ImportedFile } from './open-file.ts'

/** Number of written records after which the statistics of their table are updated. */
const analyzedCount = 1000

type MergeContext = Omit<Context, 'db' | 'actor'> & { readonly db: Transaction; readonly actor: ActorName }

type MergeOptions = Pick<ImportOptions, 'entity' | 'isDryRun' | 'signal'> & {
  readonly id: string
  /** Number of rows in the file, valid or refused. */
  readonly rows: number
  readonly onProgress: ReportProgress
}

/** Writes the staged rows of a file as records, and an entry for the import to the history if anything was written. */
export async function mergeFile(
  ctx: MergeContext,
  { name, target, prepared, refusals }: ImportedFile,
  { id, entity, isDryRun = false, signal, rows, onProgress }: MergeOptions,
): Promise<MergeCounts> {
  onProgress({ phase: 'writing', done: 0, total: rows - refusals.count, rows, refused: refusals.count })
  const counts = await mergeStagedRows(ctx.db, {
    target,
    choice: prepared.choice,
    isDryRun,
    filled: new Set(prepared.feeds.map(({ field }) => field)),
    author: { importId: id, actor: ctx.actor, now: ctx.now },
    onRecords(done) {
      signal?.throwIfAborted()
      onProgress({ done })
    },
  })
  const writtenCount = counts.inserted + counts.updated + counts.stubs
  if (writtenCount > 0 && !isDryRun) {
    const { underReview: _, ...effects } = counts
    const facts = { file: name, records: entity, rows, refused: refusals.count, ...effects }
    const changes = Object.fromEntries(Object.entries(facts).map(([field, to]) => [field, { from: null, to }]))
    await recordEvent({ ...ctx, requestId: id }, importActions.create, id, changes)
    if (writtenCount > analyzedCount) await runSql(ctx.db, `analyze ${target.table}`)
  }
  return counts
}
