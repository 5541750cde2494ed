import { stat } from 'node:fs/promises'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import type { ImportContext } from '#server/import/import-file.ts'
import type { ImportSummary } from '#server/import/import-summary.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { imports } from '#server/schema/imports.ts'
import { applyImportedReviewFields } from './apply-review-fields.ts'
import { presentResult } from './present-import.ts'

/**
 * Returns a function that adds an import of the command line to the list of imports, in the transaction of the import.
 */
export async function recordCommandImport(ctx: ImportContext, path: string, options: ImportOptions) {
  const file = await stat(path).catch(() => null)
  const actorKind = ctx.actor.kind
  const actorId = ctx.actor.id
  const createdBy = ctx.actor.name
  const at = ctx.now.toISOString()
  return async (tx: Transaction, summary: ImportSummary): Promise<void> => {
    if (summary.isDryRun) return
    await applyImportedReviewFields({ ...ctx, db: tx, requestId: summary.id })
    await tx.insert(imports).values({
      id: summary.id,
      kind: summary.entity,
      source: 'command',
      status: 'done',
      options,
      fileName: summary.name,
      size: file?.isFile() ? file.size : 0,
      rows: summary.rows,
      refused: summary.refused,
      result: presentResult(summary),
      isDryRun: false,
      actorKind,
      actorId,
      createdBy,
      createdAt: at,
      startedAt: at,
      finishedAt: new Date().toISOString(),
    })
  }
}
