import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import { AppError } from '#server/platform/errors.ts'
import { FairQueue } from '#server/platform/limits/fair-queue.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getMapping } from './mappings.ts'
import { ImportProcessEnded, runInProcess } from './process/run-in-process.ts'
import { findCaller, getImportRow } from './queries.ts'
import { assertFileStored } from './stored-content.ts'

/** Milliseconds after which a preview is ended; less than the limit for a response. */
const maxPreviewMs = 45_000

/**
 * Previews the stored file of an import with these options, in a process of its own that ends when the client
 * disconnects. Throws `conflict` if the file is no longer stored or another import holds the records, `invalid_request`
 * if the file needs too much memory, and `unavailable` if too many previews are waiting.
 */
export async function previewDraft(
  ctx: Context,
  id: string,
  options: ImportOptions,
  clientSignal: AbortSignal,
  maxMs = maxPreviewMs,
): Promise<ImportPreview> {
  const row = await getImportRow(ctx, id)
  await assertFileStored(ctx.db, id)
  if (options.mapping_name !== undefined) await getMapping(ctx.db, options.mapping_name, row.kind)
  const db = 'rollback' in ctx.db ? getRuntime().db : ctx.db
  const { kind, id: actorId, name } = ctx.actor
  const task = { kind: 'preview', id, options, actor: { kind, id: actorId, name } } as const
  return inPreviewTurn(await findCaller(ctx, ctx.actor), clientSignal, async () => {
    try {
      return await runInProcess(db, task, { signal: AbortSignal.any([clientSignal, AbortSignal.timeout(maxMs)]) })
    } catch (error) {
      if (error instanceof DOMException) {
        const limit = `The preview took longer than ${maxMs / 1000} seconds.`
        throw new AppError('upstream_timeout', `${limit} Try again, or run a dry run, which has no limit.`)
      }
      if (!(error instanceof ImportProcessEnded)) throw error
      log.error({ import: id, reason: error.message, output: error.output }, 'the process of a preview ended')
      throw new AppError('invalid_request', `The file cannot be previewed: the process that read it ${error.message}.`)
    }
  })
}

/** Milliseconds after which a waiting preview is rejected. */
const longestWaitMs = 10_000

const turns = () => processWide('preview turns', () => new FairQueue({ atOnce: 2, perCaller: 1, waiting: 4 }))

/** Previews read and merge much: two at a time leave the machine to requests, one per caller a turn to others. */
export async function inPreviewTurn<Result>(
  caller: string,
  clientSignal: AbortSignal,
  work: () => Promise<Result>,
  waitMs = longestWaitMs,
): Promise<Result> {
  const end = await turns().take(caller, { signal: clientSignal, waitMs })
  try {
    if (end === undefined) throw new AppError('unavailable', 'Other imports are being previewed; retry shortly.')
    return await work()
  } catch (error) {
    throw clientSignal.aborted ? new AppError('invalid_request', 'The client left before its preview was done.') : error
  } finally {
    end?.()
  }
}
