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
import { type ForeignRow, idOf } from './table-api.ts'

export type Refused = Extract<SeenRow, { reason: string }>

type HeldNumber = Extract<NumberConflict, { holder: string }>

/**
 * Renumbers records; where there are none, finds out which holders of a number are deleted, so that another record can
 * take it. Returns the rows that must be refused.
 */
export async function resolveConflicts(
  reading: Reading,
  place: RecordStream,
  conflicts: readonly NumberConflict[],
): Promise<readonly Refused[]> {
  const renumbered = conflicts.filter((conflict) => 'former' in conflict)
  const held = conflicts.filter((conflict) => 'holder' in conflict)
  if (renumbered.length === 0) return refuseHeld(reading, place, held)
  const { ctx, connection } = reading
  const refused: Refused[] = []
  for (const { row, number: to, former: from } of renumbered) {
    const reason = await inTransaction(ctx, async (tx) => {
      await assertUnchanged(tx.db, connection)
      return renumber(tx, place, { remoteId: idOf(row), from, to })
    })
    if (reason !== undefined) refused.push({ row, reason })
  }
  return refused
}

async function refuseHeld(
  reading: Reading,
  place: RecordStream,
  held: readonly HeldNumber[],
): Promise<readonly Refused[]> {
  const asked = new Set(held.filter(({ isAmongRows }) => !isAmongRows).map(({ holder }) => holder))
  const { deleted } = await findDeleted(reading.api, place.stream, [...asked])
  const stillHeld = held.filter(({ holder }) => !deleted.includes(holder))
  await inTransaction(reading.ctx, async (tx) => {
    await assertUnchanged(tx.db, reading.connection)
    await markDeleted(tx.db, place, deleted, reading.ctx.now.toISOString())
    await forgetHeld(tx.db, place, stillHeld)
  })
  return stillHeld.map((each) => ({ row: each.row, reason: reasonOfHeld(each, place) }))
}

const reasonOfHeld = ({ row, number, holder }: HeldNumber, { stream }: RecordStream) =>
  `${number} is the number of two records of ${stream}: ${holder}, which is ${number} in Hindsight, and ${idOf(row)}, which is ` +
  'refused. Give one of them another number in ServiceNow, or leave one out by a filter.'

const isRecord = ({ connectionId, stream }: RecordStream, ids: readonly string[]) =>
  and(
    eq(connectionRecords.connectionId, connectionId),
    eq(connectionRecords.stream, stream),
    inArray(connectionRecords.remoteId, [...ids]),
  )

async function markDeleted(
  tx: Transaction,
  place: RecordStream,
  ids: readonly string[],
  remoteDeletedAt: string,
): Promise<void> {
  if (ids.length > 0) await tx.update(connectionRecords).set({ remoteDeletedAt }).where(isRecord(place, ids))
}

/** Forgets that refused rows once were the record of the number, as a deleted record that was restored was. */
async function forgetHeld(
  tx: Transaction,
  place: RecordStream,
  held: readonly { readonly row: ForeignRow; readonly number: string }[],
): Promise<void> {
  for (const { row, number } of held)
    await tx.delete(connectionRecords).where(and(isRecord(place, [idOf(row)]), eq(connectionRecords.key, number)))
}
