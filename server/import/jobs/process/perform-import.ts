import type { Pool } from 'pg'
import { importFile } from '#server/import/import-file.ts'
import type { ImportProgress } from '#server/import/import-summary.ts'
import { applyImportedReviewFields } from '#server/import/jobs/apply-review-fields.ts'
import { isOfAttempt } from '#server/import/jobs/claim-import.ts'
import { resolveMapping } from '#server/import/jobs/mappings.ts'
import { type ImportRow, presentResult } from '#server/import/jobs/present-import.ts'
import { replaceContent } from '#server/import/jobs/stored-content.ts'
import type { FileStore } from '#server/import/jobs/upload-space.ts'
import type { Database } from '#server/platform/db/client.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { AppError } from '#server/platform/errors.ts'
import { imports } from '#server/schema/imports.ts'
import { withImportFile } from './with-import-file.ts'

const statementTimedOut = '57014'

/**
 * Imports the stored file of a claimed import in one transaction, which also ends with the state `done`. Throws
 * `conflict` if it was cancelled or taken over meanwhile, and the errors of `importFile`.
 */
export async function performImport(
  { db, pool }: { readonly db: Database; readonly pool: Pool },
  row: ImportRow,
  store: FileStore,
  onProgress: (progress: ImportProgress) => void,
): Promise<null> {
  const { kind, options, isDryRun } = row
  const mapping = await resolveMapping(db, options, kind)
  const actor = { kind: row.actorKind, id: row.actorId, name: row.createdBy }
  try {
    await withImportFile(db, row, (path, folder) =>
      importFile(
        { pool, actor, now: new Date(), requestId: row.id },
        {
          id: row.id,
          entity: kind,
          path,
          isDryRun,
          mapping,
          ...(options.time_zone !== undefined && { timeZone: options.time_zone }),
          ...(options.encoding !== undefined && { encoding: options.encoding }),
          refusedPath: (extension) => `${folder}/refused.${extension}`,
          async onWritten(tx, summary) {
            const now = new Date()
            await applyImportedReviewFields({ db: tx, actor, now, requestId: row.id })
            const refused = { id: row.id, role: 'refused', caller: row.caller ?? row.actorId, store } as const
            const fault = await replaceContent({ db: tx, now }, refused, summary.refusedPath)
            const remarks = fault === undefined ? [] : [`The refused rows are not stored as a file. ${fault}`]
            const result = presentResult({ ...summary, remarks: [...summary.remarks, ...remarks] })
            const [done] = await tx
              .update(imports)
              .set({
                rows: summary.rows,
                refused: summary.refused,
                result,
                status: 'done',
                progress: null,
                finishedAt: now.toISOString(),
              })
              .where(isOfAttempt(row))
              .returning()
            if (done?.cancelRequestedAt !== null) throw new AppError('conflict', 'This import was cancelled.')
          },
        },
        onProgress,
      ),
    )
  } catch (error) {
    if (findDatabaseErrorCode(error) !== statementTimedOut) throw error
    throw new AppError(
      'upstream_timeout',
      'The database took too long for one statement of this import, or waited too long for another writer of the same records. Nothing was written. Run it again, or split the file.',
    )
  }
  return null
}
