import { and, eq, inArray, isNull } from 'drizzle-orm'
import { numberKey } from '#lib/text/record-number.ts'
import type { RowOutcome } from '#server/import/import-rows.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import { isOfRecords, isOfStream, type StreamKey } from './streams.ts'
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

const numbered = ['change', 'incident'] as const

/**
 * Kinds of local records whose number belongs to exactly one record of the source. Versions of an article share a
 * number; people and services have other identifiers.
 */
export type NumberedEntity = (typeof numbered)[number]

export const isNumbered = (entity: string): entity is NumberedEntity => numbered.some((known) => known === entity)

/** A table of a connection, with the kind of its records in Hindsight. */
export type RecordStream = StreamKey & { readonly entity: NumberedEntity }

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
  const { remoteId: id, key, entity, remoteDeletedAt } = connectionRecords
  const seen = await tx
    .select({ id, key, remoteDeletedAt })
    .from(connectionRecords)
    .where(isOfRecords(connectionRecords, recordStream, rows.map(getSysId)))
  const seenRecords = new Map(seen.map((record) => [record.id, record]))
  const numbers = [
    ...outcomes.flatMap((outcome) => ('key' in outcome ? outcome.key : [])),
    ...seen.map((record) => record.key),
  ]
  const isHeld = and(eq(entity, recordStream.entity), inArray(key, numbers), isNull(remoteDeletedAt))
  const held = await tx
    .select({ id, key })
    .from(connectionRecords)
    .where(and(isOfStream(connectionRecords, recordStream), isHeld))
  // The `sys_id` that holds each number, and with the numbers that rows claim.
  const holders = new Map(held.map((record) => [numberKey(record.key), record.id]))
  const claims = new Map(holders)
  return rows.flatMap((row, index): NumberConflict[] => {
    const outcome = outcomes[index]
    if (!outcome || !('key' in outcome)) return []
    const sysId = getSysId(row)
    const number = outcome.key
    const seenRecord = seenRecords.get(sysId)
    const isSame = seenRecord !== undefined && numberKey(seenRecord.key) === numberKey(number)
    if (isSame && seenRecord.remoteDeletedAt === null) return []
    const holder = claims.get(numberKey(number)) ?? sysId
    if (holder !== sysId) return [{ row, number, holder, isAmongRows: holders.get(numberKey(number)) !== holder }]
    claims.set(numberKey(number), sysId)
    if (seenRecord === undefined || isSame) return []
    const isOwnFormer = (holders.get(numberKey(seenRecord.key)) ?? sysId) === sysId
    return isOwnFormer ? [{ row, number, former: seenRecord.key }] : []
  })
}
