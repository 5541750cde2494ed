import { and, eq, inArray } from 'drizzle-orm'
import { assertUnchanged } from '#server/connections/assert-unchanged.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import type { NumberConflict, RecordStream } from './claim-numbers.ts'
import { findDeleted } from './find-deleted.ts'
import type { Reading } from './reading.ts'
import type { SeenRow } from './record-seen-rows.ts'
import { renumber } from './renumber.ts'
import { getSysId, type RemoteRow } from './table-api.ts'

export type RefusedRow = Extract<SeenRow, { reason: string }>

type HeldNumber = Extract<NumberConflict, { holder: string }>

/**
 * Renumbers records or, if none needs it, finds holders of numbers that were deleted, so that another record can take
 * the number. Returns the rows that must be refused.
 */
export async function resolveConflicts(
  reading: Reading,
  recordStream: RecordStream,
  conflicts: readonly NumberConflict[],
): Promise<readonly RefusedRow[]> {
  const renumbered = conflicts.filter((conflict) => 'former' in conflict)
  const held = conflicts.filter((conflict) => 'holder' in conflict)
  if (renumbered.length === 0) return refuseHeld(reading, recordStream, held)
  const { ctx, connection } = reading
  const refused: RefusedRow[] = []
  for (const { row, number: to, former: from } of renumbered) {
    const reason = await inTransaction(ctx, async (tx) => {
      await assertUnchanged(tx.db, connection)
      return renumber(tx, recordStream, { remoteId: getSysId(row), from, to })
    })
    if (reason !== undefined) refused.push({ row, reason })
  }
  return refused
}

async function refuseHeld(
  reading: Reading,
  recordStream: RecordStream,
  held: readonly HeldNumber[],
): Promise<readonly RefusedRow[]> {
  const holdersToCheck = new Set(held.filter(({ isAmongRows }) => !isAmongRows).map(({ holder }) => holder))
  const { deleted } = await findDeleted(reading.api, recordStream.stream, [...holdersToCheck])
  const stillHeld = held.filter(({ holder }) => !deleted.includes(holder))
  await inTransaction(reading.ctx, async (tx) => {
    await assertUnchanged(tx.db, reading.connection)
    await markDeleted(tx.db, recordStream, deleted, reading.ctx.now.toISOString())
    await unlinkHeld(tx.db, recordStream, stillHeld)
  })
  return stillHeld.map((each) => ({ row: each.row, reason: explainHeldNumber(each, recordStream) }))
}

const explainHeldNumber = ({ row, number, holder }: HeldNumber, { stream }: RecordStream) =>
  `${number} is the number of two records of ${stream}: ${holder}, which is ${number} in Hindsight, and ${getSysId(row)}, which is ` +
  'refused. Give one of them another number in ServiceNow, or leave one out by a filter.'

const isRecord = ({ connectionId, stream }: RecordStream, ids: readonly string[]) =>
  and(
    eq(connectionRecords.connectionId, connectionId),
    eq(connectionRecords.stream, stream),
    inArray(connectionRecords.remoteId, [...ids]),
  )

async function markDeleted(
  tx: Transaction,
  recordStream: RecordStream,
  ids: readonly string[],
  remoteDeletedAt: string,
): Promise<void> {
  if (ids.length > 0) await tx.update(connectionRecords).set({ remoteDeletedAt }).where(isRecord(recordStream, ids))
}

/** Deletes the link of refused rows to the number, as for a deleted record that was restored. */
async function unlinkHeld(
  tx: Transaction,
  recordStream: RecordStream,
  held: readonly { readonly row: RemoteRow; readonly number: string }[],
): Promise<void> {
  for (const { row, number } of held)
    await tx
      .delete(connectionRecords)
      .where(and(isRecord(recordStream, [getSysId(row)]), eq(connectionRecords.key, number)))
}
