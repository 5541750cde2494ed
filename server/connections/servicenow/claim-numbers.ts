import { and, eq, inArray, isNull } from 'drizzle-orm'
import { numberKey } from '#lib/text/record-number.ts'
import type { RowOutcome } from '#server/import/import-rows.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import type { NumberedEntity } from './numbered.ts'
import { type ForeignRow, idOf } from './table-api.ts'

/** A row that must not simply be written to the record of its number. */
export type NumberConflict = {
  readonly row: ForeignRow
  /** The number under which the row would be stored. */
  readonly number: string
} & (
  | {
      /** The `sys_id` of the remote record that has this number too. */
      readonly holder: string
      /** Whether the holder comes with the same rows, and so exists in ServiceNow. */
      readonly isAmongRows: boolean
    }
  | {
      /** The local number of the record with this `sys_id`. */
      readonly former: string
    }
)

/** A table of a connection, and what its records are called in Hindsight. */
export type RecordStream = {
  readonly connectionId: string
  readonly stream: string
  readonly entity: NumberedEntity
}

/**
 * Finds the rows whose number another record of the same table holds, and those whose record has another local number.
 * A number belongs to the `sys_id` that brought it first, until that record is deleted in ServiceNow.
 */
export async function findNumberConflicts(
  tx: Transaction,
  place: RecordStream,
  rows: readonly ForeignRow[],
  outcomes: readonly RowOutcome[],
): Promise<NumberConflict[]> {
  const seenRecords = new Map((await selectOwnKeys(tx, place, rows)).map((record) => [record.id, record]))
  const numbers = [...outcomes.flatMap((outcome) => ('key' in outcome ? outcome.key : []))]
  const former = [...seenRecords.values()].map(({ key }) => key)
  const holders = await listHolders(tx, place, [...new Set([...numbers, ...former])])
  const claims = new Map(holders)
  return rows.flatMap((row, index): NumberConflict[] => {
    const outcome = outcomes[index]
    if (!outcome || !('key' in outcome)) return []
    const id = idOf(row)
    const number = outcome.key
    const seenRecord = seenRecords.get(idOf(row))
    const isSame = seenRecord !== undefined && numberKey(seenRecord.key) === numberKey(number)
    if (isSame && seenRecord.remoteDeletedAt === null) return []
    const holder = claims.get(numberKey(number)) ?? id
    if (holder !== id) return [{ row, number, holder, isAmongRows: holders.get(numberKey(number)) !== holder }]
    claims.set(numberKey(number), id)
    if (seenRecord === undefined || isSame) return []
    return (holders.get(numberKey(seenRecord.key)) ?? id) === id ? [{ row, number, former: seenRecord.key }] : []
  })
}

const isInStream = ({ connectionId, stream }: RecordStream) =>
  and(eq(connectionRecords.connectionId, connectionId), eq(connectionRecords.stream, stream))

const selectOwnKeys = (tx: Transaction, place: RecordStream, rows: readonly ForeignRow[]) =>
  tx
    .select({
      id: connectionRecords.remoteId,
      key: connectionRecords.key,
      remoteDeletedAt: connectionRecords.remoteDeletedAt,
    })
    .from(connectionRecords)
    .where(and(isInStream(place), inArray(connectionRecords.remoteId, rows.map(idOf))))

/** The records that hold numbers: each number, as it is compared, with the `sys_id` of its record. */
async function listHolders(
  tx: Transaction,
  place: RecordStream,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { remoteId, key, entity, remoteDeletedAt } = connectionRecords
  const rows = await tx
    .select({ id: remoteId, key })
    .from(connectionRecords)
    .where(and(isInStream(place), eq(entity, place.entity), inArray(key, [...numbers]), isNull(remoteDeletedAt)))
  return new Map(rows.map((row) => [numberKey(row.key), row.id]))
}
