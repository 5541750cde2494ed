import type { ImportKind } from '#lib/contracts/import-values.ts'
import { mergeStagedRows } from '#server/import/database/merge.ts'
import { newImportId } from '#server/import/import-file.ts'
import { stageRowsOfSystem } from '#server/import/import-rows.ts'
import { applyImportedReviewFields } from '#server/import/jobs/apply-review-fields.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'

/** Imports one row as an actor; returns the identifier of the import, or null if it wrote nothing. */
export async function importRow(
  ctx: Context,
  actor: Actor,
  kind: ImportKind,
  row: Readonly<Record<string, string>>,
): Promise<string | null> {
  const mapping = { fields: Object.fromEntries(Object.keys(row).map((name) => [name, name])) }
  return inTransaction(ctx.db, async (tx) => {
    const author = { importId: newImportId(ctx.now), actor, now: ctx.now }
    const { plan } = await stageRowsOfSystem(tx, [row], { kind, mapping, author })
    const { inserted, updated } = await mergeStagedRows(tx, plan)
    await applyImportedReviewFields({ ...author, db: tx, requestId: author.importId })
    return inserted + updated > 0 ? author.importId : null
  })
}
