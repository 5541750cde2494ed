import type { Pool } from 'pg'
import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import { resolveMapping } from '#server/import/jobs/mappings.ts'
import type { ImportRow } from '#server/import/jobs/present-import.ts'
import { previewImport } from '#server/import/preview/preview-import.ts'
import type { Database } from '#server/platform/db/client.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'
import { withImportFile } from './with-import-file.ts'

const lockNotAvailable = '55P03'

/** Previews the stored file of an import with these options. Throws `conflict` if another import holds the records. */
export async function previewStored(
  { db, pool }: { readonly db: Database; readonly pool: Pool },
  row: ImportRow,
  options: ImportOptions,
  actor: ActorName,
): Promise<ImportPreview> {
  const { mapping: _, mapping_name: __, ...beside } = options
  const mapping = { ...(await resolveMapping(db, options, row.kind)), ...beside }
  try {
    return await withImportFile(db, row, (path) =>
      previewImport(pool, new Date(), { actor, entity: row.kind, path, mapping }),
    )
  } catch (error) {
    if (findDatabaseErrorCode(error) !== lockNotAvailable) throw error
    throw new AppError('conflict', 'Another import is writing these records; try again when it has ended.')
  }
}
