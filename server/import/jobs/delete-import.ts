import { eq } from 'drizzle-orm'
import { importActions } from '#lib/actions/record-actions.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { importParts, imports } from '#server/schema/imports.ts'
import { lockImport } from './find-import.ts'

/**
 * Deletes the stored file and the refused rows of an import. An import that has written nothing is deleted entirely;
 * one that has written records stays in the list and can still be undone. Throws `not_found`, and `conflict` while it
 * is queued or running.
 */
export async function deleteImport(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { status, isDryRun, fileName: file, kind: records, size } = await lockImport(tx, id)
    if (status === 'queued' || status === 'running') {
      throw new AppError('conflict', `This import is ${status}. Cancel it first.`)
    }
    const { rowCount } = await tx.db.delete(importParts).where(eq(importParts.importId, id))
    if (status !== 'done' || isDryRun) {
      await tx.db.delete(imports).where(eq(imports.id, id))
      await recordEvent(tx, importActions.delete, id, listRemovedFields({ file, records, size }))
    } else if (rowCount !== null && rowCount > 0) {
      await recordEvent(
        tx,
        importActions.file_deleted,
        id,
        listDifferences({ file_stored: true }, { file_stored: false }),
      )
    }
  })
}
