import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import { importFile } from '#server/import/import-file.ts'
import type { ImportProgress } from '#server/import/import-report.ts'
import { applyImportedReviewFields } from '#server/import/jobs/apply-review-fields.ts'
import { resolveMapping } from '#server/import/jobs/mappings.ts'
import { type ImportRow, isOfAttempt } from '#server/import/jobs/queries.ts'
import { type FileStore, readContent, replaceContent } from '#server/import/jobs/stored-content.ts'
import { previewImport } from '#server/import/preview/preview-import.ts'
import { createDatabase, type Database, type Queryable } from '#server/platform/db/client.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { withTemporaryFolder } from '#server/platform/files/temporary-folder.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'
import { imports } from '#server/schema/imports.ts'
import type { ImportTask } from './run-in-process.ts'

/** Performs a task with its own connections to the database. Throws the errors of the import or preview. */
export async function performTask(url: string, task: ImportTask, onProgress: (progress: ImportProgress) => void) {
  const database = createDatabase(url, { poolSize: 3, pipeline: false })
  try {
    const [row] = await database.db.select().from(imports).where(eq(imports.id, task.id))
    if (!row) throw notFound('import', task.id)
    if (task.kind === 'preview') return await previewStored(database, row, task.options, task.actor)
    return await performImport(database, { ...row, attempts: task.attempts }, task.store, onProgress)
  } finally {
    await database.pool.end()
  }
}

const statementTimedOut = '57014'

/**
 * Imports the stored file of a claimed import in one transaction, which also ends with the state `done`. Throws
 * `conflict` if it was cancelled or taken over meanwhile, and the errors of `importFile`.
 */
async function performImport(
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
          refusedPath: (extension) => `${folder}/refused.${extension}`,
          async onWritten(tx, summary) {
            const now = new Date()
            await applyImportedReviewFields({ db: tx, actor, now, requestId: row.id })
            const refused = { id: row.id, role: 'refused', caller: row.caller ?? row.actorId, store } as const
            const fault = await replaceContent({ db: tx, now }, refused, summary.refusedPath)
            const remarks = fault === undefined ? [] : [`The refused rows are not stored as a file. ${fault}`]
            const result = { ...summary.result, remarks: [...summary.result.remarks, ...remarks] }
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

const lockNotAvailable = '55P03'

/** Previews the stored file of an import with these options. Throws `conflict` if another import holds the records. */
async function previewStored(
  { db, pool }: { readonly db: Database; readonly pool: Pool },
  row: ImportRow,
  options: ImportOptions,
  actor: ActorName,
): Promise<ImportPreview> {
  const mapping = await resolveMapping(db, options, row.kind)
  try {
    return await withImportFile(db, row, (path) =>
      previewImport(pool, new Date(), { actor, entity: row.kind, path, mapping }),
    )
  } catch (error) {
    if (findDatabaseErrorCode(error) !== lockNotAvailable) throw error
    throw new AppError('conflict', 'Another import is writing these records; try again when it has ended.')
  }
}

/** Maximum characters of a file name; systems allow 255 bytes. */
const maxNameLength = 60

/** Replaces characters of a file name that have a meaning in a path. The ending stays, as it decides the format. */
const toSafeFileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .slice(-maxNameLength)
    .replace(/^[. ]+/, '_')

/** Copies the file of an import to a temporary folder, which is deleted after `work`. */
export async function withImportFile<Result>(
  db: Queryable,
  { id, fileName }: { readonly id: string; readonly fileName: string },
  work: (path: string, folder: string) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder('import', async (folder) => {
    const path = join(folder, toSafeFileName(fileName))
    await pipeline(Readable.from(readContent(db, id, 'file')), createWriteStream(path))
    return work(path, folder)
  })
}
