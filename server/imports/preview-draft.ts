import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import { previewImport } from '#server/import/preview/preview-import.ts'
import { databaseErrorCode } from '#server/platform/db/error-code.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { hasParts, withImportFile } from './file-parts.ts'
import { openImportPool } from './import-pool.ts'
import { findMapping } from './mappings.ts'
import { inPreviewTurn } from './preview-turns.ts'
import { findImport } from './queries.ts'

const lockNotAvailable = '55P03'

/**
 * Previews the stored file of an import with these options. Throws `conflict` if the file is no longer stored or
 * another import holds the records, and `unavailable` if too many previews wait.
 */
export async function previewDraft(ctx: Context, id: string, options: ImportOptions): Promise<ImportPreview> {
  const row = await findImport(ctx, id)
  if (!(await hasParts(ctx.db, id, 'file'))) {
    throw new AppError('conflict', 'The file of this import is no longer stored. Send it again.')
  }
  const { mapping, mapping_name: name, ...beside } = options
  const named = name === undefined ? {} : await findMapping(ctx.db, name, row.kind)
  return inPreviewTurn(async () => {
    const { pool, close } = openImportPool(ctx)
    try {
      return await withImportFile(ctx.db, row, (path) =>
        previewImport(pool, ctx.now, {
          ...{ actor: ctx.actor, entity: row.kind, path },
          mapping: { ...named, ...mapping, ...beside },
        }),
      )
    } catch (error) {
      if (databaseErrorCode(error) !== lockNotAvailable) throw error
      throw new AppError('conflict', 'Another import is writing these records; try again when it has ended.')
    } finally {
      await close()
    }
  })
}
