import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import { previewImport } from '#server/import/preview/preview-import.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { hasParts, withImportFile } from './file-parts.ts'
import { openImportPool } from './import-pool.ts'
import { findMapping } from './mappings.ts'
import { findImport } from './queries.ts'

/** Previews the stored file of an import with these options. Throws `conflict` if the file is no longer stored. */
export async function previewDraft(ctx: Context, id: string, options: ImportOptions): Promise<ImportPreview> {
  const row = await findImport(ctx, id)
  if (!(await hasParts(ctx.db, id, 'file'))) {
    throw new AppError('conflict', 'The file of this import is no longer stored. Send it again.')
  }
  const { mapping, mapping_name: name, ...beside } = options
  const named = name === undefined ? {} : await findMapping(ctx.db, name, row.kind)
  const { pool, close } = openImportPool(ctx)
  try {
    return await withImportFile(ctx.db, row, (path) =>
      previewImport(pool, ctx.now, {
        actor: ctx.actor,
        entity: row.kind,
        path,
        mapping: { ...named, ...mapping, ...beside },
      }),
    )
  } finally {
    await close()
  }
}
