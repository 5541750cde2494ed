import { and, eq, inArray, isNull } from 'drizzle-orm'
import { numberKey } from '#lib/text/record-number.ts'
import type { RowOutcome } from '#server/import/import-rows.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import type { NumberedEntity } from './numbered.ts'
import { getSysId, type RemoteRow } from './table-api.ts'

/** A row that must not be written to the local record with its number before the conflict is resolved. */
export type NumberConflict = {
  readonly row: RemoteRow
  /** The number under which the row would be stored. */
  readonly number: string
} & (
  | {
      /** The `sys_id` of the remote record that has this number too. */
      readonly holder: string
      /** True if the holder is among the same rows, which shows that it exists in ServiceNow. */
      readonly isAmongRows: boolean
    }
  | {
      /** The local number of the record with this `sys_id`. */
      readonly former: string
    }
)

/** A table of a connection, with the kind of its records in Hindsight. */
export type RecordStream = {
  readonly connectionId: string
  readonly stream: string
  readonly entity: NumberedEntity
}

/**
 * Finds rows whose number belongs to another record of the table, and rows whose record has another local number. A
 * number belongs to the `sys_id` that had it first, until that record is deleted in ServiceNow.
 */
export async function findNumberConflicts(
  tx: Transaction,
  recordStream: RecordStream,
  rows: readonly RemoteRow[],
  outcomes: readonly RowOutcome[],
): Promise<NumberConflict[]> {
  const seenRecords = new Map((await selectOwnKeys(tx, recordStream, rows)).map((record) => [record.id, record]))
  const numbers = [...outcomes.flatMap((outcome) => ('key' in outcome ? outcome.key : []))]
  const former = [...seenRecords.values()].map(({ key }) => key)
  const holders = await listHolders(tx, recordStream, [...new Set([...numbers, ...former])])
  const claims = new Map(holders)
  return rows.flatMap((row, index): NumberConflict[] => {
    const outcome = outcomes[index]
    if (!outcome || !('key' in outcome)) return []
    const id = getSysId(row)
    const number = outcome.key
    const seenRecord = seenRecords.get(getSysId(row))
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

const selectOwnKeys = (tx: Transaction, recordStream: RecordStream, rows: readonly RemoteRow[]) =>
  tx
    .select({
      id: connectionRecords.remoteId,
      key: connectionRecords.key,
      remoteDeletedAt: connectionRecords.remoteDeletedAt,
    })
    .from(connectionRecords)
    .where(and(isInStream(recordStream), inArray(connectionRecords.remoteId, rows.map(getSysId))))

/** Returns the `sys_id` of the record that holds each number, by normalised number. */
async function listHolders(
  tx: Transaction,
  recordStream: RecordStream,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { remoteId, key, entity, remoteDeletedAt } = connectionRecords
  const rows = await tx
    .select({ id: remoteId, key })
    .from(connectionRecords)
    .where(
      and(
        isInStream(recordStream),
        eq(entity, recordStream.entity),
        inArray(key, [...numbers]),
        isNull(remoteDeletedAt),
      ),
    )
  return new Map(rows.map((row) => [numberKey(row.key), row.id]))
}
