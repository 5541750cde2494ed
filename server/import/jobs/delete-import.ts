import { eq } from 'drizzle-orm'
import { importActions } from '#lib/actions/record-actions.ts'
import { differences, recordEvent, removal } from '#server/platform/audit/record-event.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { importParts, imports } from '#server/schema/imports.ts'
import { lockImport } from './find-import.ts'

/**
 * Deletes the stored file and the refused rows of an import. One that has written nothing is deleted as a whole; one that
 * has written records stays in the list, and can still be undone. Throws `not_found`, and `conflict` while it is to run.
 */
export async function deleteImport(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const { status, isDryRun, fileName: file, kind: records, size } = await lockImport(within, id)
    if (status === 'queued' || status === 'running') {
      throw new AppError('conflict', `This import is ${status}. Cancel it first.`)
    }
    const { rowCount } = await tx.delete(importParts).where(eq(importParts.importId, id))
    if (status !== 'done' || isDryRun) {
      await tx.delete(imports).where(eq(imports.id, id))
      await recordEvent(within, importActions.delete, id, removal({ file, records, size }))
    } else if (rowCount !== null && rowCount > 0) {
      await recordEvent(
        within,
        importActions.file_deleted,
        id,
        differences({ file_stored: true }, { file_stored: false }),
      )
    }
  })
}
