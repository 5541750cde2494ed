import { and, eq } from 'drizzle-orm'
import { assertUnchanged } from '#server/connections/find-connection.ts'
import { mergeStagedRows, repeatConflicts } from '#server/import/database/merge.ts'
import { newImportId } from '#server/import/import-file.ts'
import { type RowOutcome, stageRowsOfSystem } from '#server/import/import-rows.ts'
import { applyImportedReviewFields } from '#server/import/jobs/apply-review-fields.ts'
import { digestRow } from '#server/import/source/source.ts'
import { holdRemarks, type RowRemarks } from '#server/import/targets/target.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import { findNumberConflicts, isNumbered, type NumberConflict, type RecordStream } from './claim-numbers.ts'
import { findDeleted } from './find-deleted.ts'
import { type RefusedRow, recordSeenRows, type SeenRow } from './record-seen-rows.ts'
import { renumber } from './renumber.ts'
import { isOfRecords, markDeleted, type Stream, saveStream } from './streams.ts'
import { getSysId, type Reading, type RemoteRow } from './table-api.ts'
import { type RowGroup, splitListCells, type TablePlan } from './table-plan.ts'

export type GroupCounts = { readonly inserted: number; readonly updated: number; readonly refused: number }

/** The content of one transaction: rows that become records, rows that are only marked as seen, and the progress. */
export type WriteGroup = Pick<RowGroup, 'rows' | 'mapping'> & {
  /** The rows as the instance returned them, by identifier; `rows` are derived from them. */
  readonly received: { readonly query: string | undefined; readonly rows: ReadonlyMap<string, RemoteRow> }
  readonly seenRows: readonly SeenRow[]
  readonly progress: Partial<Stream>
}

const none = { inserted: 0, updated: 0, refused: 0 }

/**
 * Writes the rows, their outcomes, versions and the progress in one transaction. Conflicting numbers are resolved
 * first: a record that was renumbered in ServiceNow is renumbered or refused, and a row with the number of another
 * record is refused.
 */
export async function writeGroup(reading: Reading, plan: TablePlan, group: WriteGroup): Promise<GroupCounts> {
  const refused: RefusedRow[] = []
  for (let { rows } = group; ; ) {
    const seenRows = [...group.seenRows, ...refused]
    const work = { ...group, rows, seenRows }
    let remarks = holdRemarks()
    const result = await repeatConflicts(() =>
      inTransaction(reading.ctx, (tx) => {
        remarks = holdRemarks()
        return writeOnce(tx.db, reading, plan, { ...work, remarks })
      }),
    )
    if ('conflicts' in result) {
      refused.push(...(await resolveConflicts(reading, result.place, result.conflicts)))
      const isRefused = new Set(refused.map(({ row }) => row))
      rows = rows.filter((row) => !isRefused.has(row))
    } else {
      remarks.release(reading.ctx.remarks)
      return { ...result, refused: result.refused + seenRows.filter((each) => 'reason' in each).length }
    }
  }
}

type Conflicts = { readonly place: RecordStream; readonly conflicts: readonly NumberConflict[] }

/** Compares the numbers as the import reads them, before any record is written. */
async function writeOnce(
  tx: Transaction,
  { ctx, connection }: Reading,
  { kind, entity, table }: TablePlan,
  { rows, mapping, received, seenRows, progress, remarks }: WriteGroup & { readonly remarks: RowRemarks },
): Promise<GroupCounts | Conflicts> {
  const asReceived = (row: RemoteRow) => received.rows.get(getSysId(row)) ?? row
  let counts: GroupCounts = none
  let outcomes: readonly RowOutcome[] = []
  if (kind !== null && rows.length > 0) {
    const author = { importId: newImportId(ctx.now), actor: ctx.actor, now: ctx.now }
    const query = `${table}: ${received.query ?? 'a row that was refused before'}`
    const origin = { kind: 'connection', id: connection.id, query } as const
    const digests = rows.map((row) => digestRow(asReceived(row)))
    const options = { kind, mapping, author, origin, digests, remarks }
    const staged = await stageRowsOfSystem(tx, splitListCells(rows, mapping), options)
    outcomes = staged.outcomes
    if (isNumbered(entity)) {
      const place = { connectionId: connection.id, stream: table, entity }
      const conflicts = await findNumberConflicts(tx, place, rows, outcomes)
      if (conflicts.length > 0) return { place, conflicts }
    }
    const { inserted, updated } = await mergeStagedRows(tx, staged.plan)
    counts = { inserted, updated, refused: outcomes.filter((outcome) => 'reason' in outcome).length }
    if (kind === 'changes' || kind === 'incidents')
      await applyImportedReviewFields({ ...author, db: tx, requestId: author.importId })
  }
  const imported = outcomes.flatMap((outcome, index) => (rows[index] ? [{ row: rows[index], entity, ...outcome }] : []))
  const seenRowsToRecord = [...imported, ...seenRows].map((each) => ({ ...each, row: asReceived(each.row) }))
  await recordSeenRows(tx, { connection, stream: table, at: ctx.now }, seenRowsToRecord)
  if (Object.keys(progress).length > 0) await saveStream(tx, { connectionId: connection.id, stream: table }, progress)
  return counts
}

type HeldNumber = Extract<NumberConflict, { holder: string }>

/**
 * Renumbers records or, if none needs it, finds holders of numbers that were deleted, so that another record can take
 * the number. Returns the rows that must be refused.
 */
async function resolveConflicts(reading: Reading, place: RecordStream, conflicts: readonly NumberConflict[]) {
  const { ctx, connection } = reading
  const renumbered = conflicts.filter((conflict) => 'former' in conflict)
  const held = conflicts.filter((conflict) => 'holder' in conflict)
  if (renumbered.length === 0) return refuseHeld(reading, place, held)
  const refused: RefusedRow[] = []
  for (const { row, number: to, former: from } of renumbered) {
    const reason = await inTransaction(ctx, async (tx) => {
      await assertUnchanged(tx.db, connection)
      return renumber(tx, place, { remoteId: getSysId(row), from, to })
    })
    if (reason !== undefined) refused.push({ row, reason })
  }
  return refused
}

/** Refuses rows, and deletes their link to the number, as for a deleted record that was restored. */
async function refuseHeld({ ctx, connection, api }: Reading, place: RecordStream, held: readonly HeldNumber[]) {
  const holdersToCheck = new Set(held.filter(({ isAmongRows }) => !isAmongRows).map(({ holder }) => holder))
  const { deleted } = await findDeleted(api, place.stream, [...holdersToCheck])
  const stillHeld = held.filter(({ holder }) => !deleted.includes(holder))
  await inTransaction(ctx, async (tx) => {
    await assertUnchanged(tx.db, connection)
    await markDeleted(tx.db, place, deleted, ctx.now)
    for (const { row, number } of stillHeld) {
      const isOfRow = isOfRecords(connectionRecords, place, [getSysId(row)])
      await tx.db.delete(connectionRecords).where(and(isOfRow, eq(connectionRecords.key, number)))
    }
  })
  return stillHeld.map((each) => ({ row: each.row, reason: explainHeldNumber(each, place) }))
}

const explainHeldNumber = ({ row, number, holder }: HeldNumber, { stream }: RecordStream) =>
  `${number} is the number of two records of ${stream}: ${holder}, which is ${number} in Hindsight, and ${getSysId(row)}, which is ` +
  'refused. Give one of them another number in ServiceNow, or leave one out by a filter.'
