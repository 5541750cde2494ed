import { and, isNotNull, sql } from 'drizzle-orm'
import type { OpenConnection } from '#server/connections/connector.ts'
import { assertUnchanged } from '#server/connections/find-connection.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { connectionRecords, connectionRefusals } from '#server/schema/connections.ts'
import { enqueueEarlierReviews } from '#server/sync/outbox.ts'
import { isOfRecords, type StreamKey } from './streams.ts'
import { getSysId, type RemoteRow } from './table-api.ts'

/** A row with its local record, or the reason why it has none. */
export type SeenRow = AcceptedRow | RefusedRow
type AcceptedRow = { readonly row: RemoteRow; readonly entity: string; readonly key: string }
export type RefusedRow = { readonly row: RemoteRow; readonly reason: string }

type StreamPlace = {
  readonly connection: Pick<OpenConnection, 'id' | 'name' | 'version'>
  readonly stream: string
  readonly at: Date
}

/** Rows of one statement: PostgreSQL accepts 65,535 parameters. */
const maxRows = 1000

/**
 * Stores the local record and the version of each row; refused rows are stored whole, to be tried again. Queues the
 * write of a review that was completed before its change was read. Throws `ConnectionChanged` if the options have
 * changed since the rows were read.
 */
export async function recordSeenRows(
  tx: Transaction,
  { connection, stream, at }: StreamPlace,
  seenRows: readonly SeenRow[],
): Promise<void> {
  await assertUnchanged(tx, connection)
  const key = { connectionId: connection.id, stream }
  for (let index = 0; index < seenRows.length; index += maxRows) {
    const rows = seenRows.slice(index, index + maxRows)
    const refused = rows.filter((each) => 'reason' in each)
    const accepted = rows.filter((each) => 'key' in each)
    if (accepted.length > 0) await recordAccepted(tx, key, at, accepted)
    if (refused.length > 0) await recordRefused(tx, key, at, refused)
  }
}

async function recordAccepted(tx: Transaction, place: StreamKey, at: Date, accepted: readonly AcceptedRow[]) {
  const { connectionId, stream, remoteId, entity, key } = connectionRecords
  const rows = accepted.map(({ row, ...record }) => ({
    ...place,
    ...record,
    remoteId: getSysId(row),
    remoteUpdatedAt: String(row.sys_updated_on),
    remoteVersion: Number(row.sys_mod_count) || 0,
    readAt: at.toISOString(),
    remoteDeletedAt: null,
  }))
  const stored = await tx
    .insert(connectionRecords)
    .values(rows)
    .onConflictDoUpdate({
      target: [connectionId, stream, remoteId],
      set: {
        entity: sql`excluded.entity`,
        key: sql`excluded.key`,
        remoteUpdatedAt: sql`excluded.updated_there`,
        remoteVersion: sql`excluded.writes_there`,
        readAt: sql`excluded.read_at`,
        remoteDeletedAt: null,
      },
    })
    .returning({ entity, key, isNew: sql<boolean>`xmax = 0` })
  const newChanges = stored.flatMap((record) => (record.isNew && record.entity === 'change' ? record.key : []))
  await enqueueEarlierReviews({ db: tx, now: at }, place.connectionId, newChanges)
  const ids = accepted.map(({ row }) => getSysId(row))
  await tx.delete(connectionRefusals).where(isOfRecords(connectionRefusals, place, ids))
}

async function recordRefused(tx: Transaction, place: StreamKey, at: Date, refused: readonly RefusedRow[]) {
  const { connectionId, stream, remoteId } = connectionRefusals
  const rows = refused.map(({ row, reason }) => ({
    ...place,
    remoteId: getSysId(row),
    refusedAt: at.toISOString(),
    refusal: { reason, label: String(row.number || row.name || row.sys_id), row },
  }))
  await tx
    .insert(connectionRefusals)
    .values(rows)
    .onConflictDoUpdate({ target: [connectionId, stream, remoteId], set: { refusal: sql`excluded.refusal` } })
  const ids = refused.map(({ row }) => getSysId(row))
  const isMarked = and(isOfRecords(connectionRecords, place, ids), isNotNull(connectionRecords.remoteDeletedAt))
  await tx.update(connectionRecords).set({ remoteDeletedAt: null }).where(isMarked)
}
