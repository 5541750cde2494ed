import { eq, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { importActions } from '#lib/actions/record-actions.ts'
import type { undoImport as contract } from '#lib/contracts/app/imports.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { toUndoId } from '#server/import/database/history-statements.ts'
import { buildUndoStatements } from '#server/import/database/undo-statements.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import type { Target } from '#server/import/targets/target.ts'
import { inWatchedTransaction } from '#server/platform/audit/long-transaction.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { openPlainPool } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { reconsiderImported } from '#server/reviews/policy/reconsider-imported.ts'
import { imports } from '#server/schema/imports.ts'
import { lockImport } from './queries.ts'

type UndoResult = ResponseOf<typeof contract>

const maxListed = 1000

/** Lists the targets that an import may have written, those that refer to others first. */
const listTargets = (kind: ImportKind): readonly Target[] =>
  kind === 'incidents' ? [allTargets.incidents, allTargets.changes] : [allTargets[kind]]

/**
 * Restores the previous values of updated records and deletes inserted ones, in one transaction. Records that were
 * edited since then, or to which others refer, stay and are listed. Throws `conflict` for an import that wrote nothing
 * or was undone.
 */
export async function undoImport(ctx: Context, id: string): Promise<UndoResult> {
  // Runs outside the transaction of an `Idempotency-Key`. A large import takes longer than the limit of the shared
  // pool.
  const { pool, close } = openPlainPool('rollback' in ctx.db ? getRuntime().db : ctx.db, { statementTimeout: 0 })
  try {
    return await inWatchedTransaction(drizzle(pool), (tx) => undoInTransaction({ ...ctx, db: tx }, id))
  } finally {
    await close()
  }
}

async function undoInTransaction(txCtx: TxContext, id: string): Promise<UndoResult> {
  const tx = txCtx.db
  await tx.execute(sql`set local statement_timeout = 0`)
  const row = await lockImport(txCtx, id)
  if (row.undoneAt !== null) throw new AppError('conflict', `This import was undone by ${row.undoneBy}.`)
  if (row.status !== 'done' || row.isDryRun) throw new AppError('conflict', 'This import has written nothing.')
  const undone: UndoResult = { restored: 0, deleted: 0, kept: 0, kept_records: [] }
  if (row.kind === 'accounts')
    throw new AppError('conflict', 'Accounts stay once they are added. Disable those that should not sign in.')
  for (const target of listTargets(row.kind)) await undoTarget(txCtx, id, target, undone)
  await reconsiderImported({ ...txCtx, requestId: toUndoId(id) })
  const undoneAt = txCtx.now.toISOString()
  await tx.update(imports).set({ undoneAt, undoneBy: txCtx.actor.name }).where(eq(imports.id, id))
  const { kept_records: _, ...counts } = undone
  const changes = listDifferences({}, { file: row.fileName, undone_at: undoneAt, ...counts })
  await recordEvent(txCtx, importActions.undone, id, changes)
  return undone
}

async function undoTarget(ctx: TxContext, importId: string, target: Target, undone: UndoResult) {
  const statements = buildUndoStatements(target, { importId, actor: ctx.actor, now: ctx.now })
  const run = (statement: SQL) => ctx.db.execute(statement)
  const count = async (build: () => SQL) => (await run(build())).rowCount ?? 0
  await run(statements.lock)
  await run(statements.list)
  await run(statements.analyze)
  for (const drop of statements.dropReviews) await count(drop)
  undone.restored += await count(statements.restore)
  undone.deleted += await count(statements.remove)
  await run(statements.forgetOrigins)
  const { rows } = await run(statements.kept)
  const entity = target.historyName
  undone.kept += rows.length
  undone.kept_records.push(
    ...rows
      .slice(0, maxListed - undone.kept_records.length)
      .map(({ key, reason }) => ({ entity, key: String(key), reason: String(reason) })),
  )
  await run(statements.finish)
}
