import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { findCaller, getImportRow } from './find-import.ts'
import { getMapping } from './mappings.ts'
import { inPreviewTurn } from './preview-turns.ts'
import { ImportProcessEnded, runInProcess } from './process/run-in-process.ts'
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
      if (error instanceof DOMException) throw createTimeoutError(maxMs)
      if (!(error instanceof ImportProcessEnded)) throw error
      log.error({ import: id, reason: error.message, output: error.output }, 'the process of a preview ended')
      throw new AppError('invalid_request', `The file cannot be previewed: the process that read it ${error.message}.`)
    }
  })
}

const createTimeoutError = (maxMs: number) =>
  new AppError(
    'upstream_timeout',
    `The preview took longer than ${maxMs / 1000} seconds. Try again, or run a dry run, which has no limit.`,
  )
