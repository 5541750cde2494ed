import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { assertUnchanged } from '#server/connections/assert-unchanged.ts'
import type { OpenConnection } from '#server/connections/connector.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { connectionRecords, connectionRefusals } from '#server/schema/connections.ts'
import { enqueueEarlierReviews } from '#server/sync/outbox.ts'
import type { RemoteRow } from './table-api.ts'

/** A row with its local record, or the reason why it has none. */
export type SeenRow =
  | { readonly row: RemoteRow; readonly entity: string; readonly key: string }
  | { readonly row: RemoteRow; readonly reason: string }

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
export async function recordSeenRows(tx: Transaction, place: StreamPlace, seenRows: readonly SeenRow[]): Promise<void> {
  await assertUnchanged(tx, place.connection)
  for (let index = 0; index < seenRows.length; index += maxRows) {
    const some = seenRows.slice(index, index + maxRows)
    await recordAccepted(
      tx,
      place,
      some.filter((each) => 'key' in each),
    )
    await recordRefused(
      tx,
      place,
      some.filter((each) => 'reason' in each),
    )
  }
}

async function recordAccepted(
  tx: Transaction,
  { connection: { id: connectionId }, stream, at }: StreamPlace,
  accepted: readonly Extract<SeenRow, { key: string }>[],
): Promise<void> {
  if (accepted.length === 0) return
  const stored = await tx
    .insert(connectionRecords)
    .values(
      accepted.map(({ row, entity, key }) => ({
        connectionId,
        stream,
        entity,
        key,
        remoteId: String(row.sys_id),
        remoteUpdatedAt: String(row.sys_updated_on),
        remoteVersion: Number(row.sys_mod_count) || 0,
        readAt: at.toISOString(),
        remoteDeletedAt: null,
      })),
    )
    .onConflictDoUpdate({
      target: [connectionRecords.connectionId, connectionRecords.stream, connectionRecords.remoteId],
      set: {
        entity: sql`excluded.entity`,
        key: sql`excluded.key`,
        remoteUpdatedAt: sql`excluded.updated_there`,
        remoteVersion: sql`excluded.writes_there`,
        readAt: sql`excluded.read_at`,
        remoteDeletedAt: null,
      },
    })
    .returning({
      entity: connectionRecords.entity,
      key: connectionRecords.key,
      isNew: sql<boolean>`xmax = 0`,
    })
  const newChanges = stored.filter(({ entity, isNew }) => isNew && entity === 'change').map(({ key }) => key)
  await enqueueEarlierReviews({ db: tx, now: at }, connectionId, newChanges)
  const ids = accepted.map(({ row }) => String(row.sys_id))
  await tx
    .delete(connectionRefusals)
    .where(
      and(
        eq(connectionRefusals.connectionId, connectionId),
        eq(connectionRefusals.stream, stream),
        inArray(connectionRefusals.remoteId, ids),
      ),
    )
}

async function recordRefused(
  tx: Transaction,
  { connection: { id: connectionId }, stream, at }: StreamPlace,
  refused: readonly Extract<SeenRow, { reason: string }>[],
): Promise<void> {
  if (refused.length === 0) return
  await tx
    .insert(connectionRefusals)
    .values(
      refused.map(({ row, reason }) => ({
        connectionId,
        stream,
        remoteId: String(row.sys_id),
        refusedAt: at.toISOString(),
        refusal: { reason, label: String(row.number || row.name || row.sys_id), row },
      })),
    )
    .onConflictDoUpdate({
      target: [connectionRefusals.connectionId, connectionRefusals.stream, connectionRefusals.remoteId],
      set: { refusal: sql`excluded.refusal` },
    })
  const isRefused = and(
    eq(connectionRecords.connectionId, connectionId),
    eq(connectionRecords.stream, stream),
    inArray(
      connectionRecords.remoteId,
      refused.map(({ row }) => String(row.sys_id)),
    ),
  )
  await tx
    .update(connectionRecords)
    .set({ remoteDeletedAt: null })
    .where(and(isRefused, isNotNull(connectionRecords.remoteDeletedAt)))
}
