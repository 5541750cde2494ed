import type { ImportKind } from '#lib/contracts/import-values.ts'
import { importRows } from '#server/import/import-file.ts'
import { applyImportedReviewFields } from '#server/import/jobs/apply-review-fields.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { findNumberConflicts, type NumberConflict, type RecordStream } from './claim-numbers.ts'
import { isNumbered } from './numbered.ts'
import type { Reading } from './reading.ts'
import { recordSeenRows, type SeenRow } from './record-seen-rows.ts'
import { type Refused, resolveConflicts } from './resolve-conflicts.ts'
import { type RowGroup, type TablePlan, withLists } from './table-plan.ts'

export type StepCounts = { readonly inserted: number; readonly updated: number; readonly refused: number }

type Plan = TablePlan & { readonly kind: ImportKind }

/** Takes back an import some of whose rows have the number of another record. */
class NumberConflicts extends Error {
  readonly place: RecordStream
  readonly conflicts: readonly NumberConflict[]
  constructor(place: RecordStream, conflicts: readonly NumberConflict[]) {
    super('Rows have numbers of other records.')
    this.place = place
    this.conflicts = conflicts
  }
}

/**
 * Imports rows, and runs `finish` in the same transaction. A row with the number of another record there is refused, and
 * a record that was renumbered there is renumbered here first, or refused. Numbers are compared as the import reads
 * them: an import with such rows is taken back and repeated once they are resolved.
 */
export async function importGroup(
  reading: Reading,
  plan: Plan,
  group: RowGroup,
  finish: (tx: Transaction) => Promise<void>,
): Promise<StepCounts> {
  const refused: Refused[] = []
  for (let { rows } = group; ; ) {
    try {
      return await importOnce(reading, plan, { ...group, rows }, refused, finish)
    } catch (error) {
      if (!(error instanceof NumberConflicts)) throw error
      refused.push(...(await resolveConflicts(reading, error.place, error.conflicts)))
      const isRefused = new Set(refused.map(({ row }) => row))
      rows = rows.filter((row) => !isRefused.has(row))
    }
  }
}

async function importOnce(
  { ctx, connection, pool }: Reading,
  { kind, entity, table: stream }: Plan,
  group: RowGroup,
  refused: readonly Refused[],
  finish: (tx: Transaction) => Promise<void>,
): Promise<StepCounts> {
  const { signal, now, requestId, actor } = ctx
  const { rows, mapping } = group
  const noteAll = async (tx: Transaction, accepted: readonly SeenRow[]) => {
    await recordSeenRows(tx, { connection, stream, at: now }, [...accepted, ...refused])
    await finish(tx)
  }
  if (rows.length === 0) {
    await inTransaction(ctx.db, (tx) => noteAll(tx, []))
    return { inserted: 0, updated: 0, refused: refused.length }
  }
  const summary = await importRows({ pool, now, requestId, actor }, withLists(group), {
    ...{ entity: kind, mapping, name: `${stream} of ${connection.name}`, signal },
    async onWritten(tx, { id }, outcomes) {
      if (isNumbered(entity)) {
        const place = { connectionId: connection.id, stream, entity }
        const conflicts = await findNumberConflicts(tx, place, rows, outcomes)
        if (conflicts.length > 0) throw new NumberConflicts(place, conflicts)
      }
      if (kind === 'changes') await applyImportedReviewFields({ db: tx, actor, now, requestId: id })
      await noteAll(
        tx,
        rows.map((row, index) => ({ row, entity, ...(outcomes[index] ?? { reason: 'was not read' }) })),
      )
    },
  })
  return { inserted: summary.inserted, updated: summary.updated, refused: summary.refused + refused.length }
}
