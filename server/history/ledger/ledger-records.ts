import { inArray, sql } from 'drizzle-orm'
import type { LeafKind } from '#lib/ledger/leaf.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { deployments } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviewVersions } from '#server/schema/reviews.ts'

export type RecordKey = { readonly kind: LeafKind; readonly recordId: string }

export const formatRecordKey = ({ kind, recordId }: RecordKey): string => `${kind} ${recordId}`

/** Content that the leaf of a record covers: all fields that never change once they are written. */
type LedgerRecord = Readonly<Record<string, unknown>>

const readers: Readonly<
  Record<LeafKind, (db: Queryable, ids: string[]) => Promise<(readonly [string, LedgerRecord])[]>>
> = {
  'audit-entry': async (db, ids) => {
    const { id, at, actorKind, actorId, actorName, action, actionName, entityType, entityId, changes, requestId } =
      auditEvents
    const columns = {
      id,
      at,
      actor_kind: actorKind,
      actor_id: actorId,
      actor_name: actorName,
      action,
      action_name: actionName,
      entity_type: entityType,
      entity_id: entityId,
      changes,
      request_id: requestId,
    }
    const rows = await db
      .select(columns)
      .from(auditEvents)
      .where(sql`${id} = any(${sql.param(ids)}::text[])`)
    return rows.map((row) => [row.id, row])
  },
  'review-version': async (db, ids) => {
    const { reference, number, completedAt, completedBy, signedOffBy, outcome, snapshot } = reviewVersions
    const columns = {
      reference,
      number,
      completed_at: completedAt,
      completed_by: completedBy,
      signed_off_by: signedOffBy,
      outcome,
      snapshot,
    }
    const references = ids.map((id) => id.slice(0, id.lastIndexOf('/')))
    const isWanted = inArray(sql`${reference} || '/' || ${number}`, ids)
    const rows = await db
      .select(columns)
      .from(reviewVersions)
      .where(sql`${inArray(reference, references)} and ${isWanted}`)
    return rows.map((row) => [`${row.reference}/${row.number}`, row])
  },
  deployment: async (db, ids) => {
    const { id, connectionId, remoteId } = deployments
    const columns = { id, connection_id: connectionId, remote_id: remoteId }
    const rows = await db.select(columns).from(deployments).where(inArray(id, ids))
    return rows.map((row) => [row.id, row])
  },
}

/** Reads the records of leaves, by `formatRecordKey`. Records that are no longer stored are missing. */
export async function readLedgerRecords(
  db: Queryable,
  keys: readonly RecordKey[],
): Promise<ReadonlyMap<string, LedgerRecord>> {
  const read = async (kind: LeafKind) => {
    const ids = keys.filter((key) => key.kind === kind).map(({ recordId }) => recordId)
    const rows = ids.length === 0 ? [] : await readers[kind](db, ids)
    return rows.map(([recordId, record]) => [formatRecordKey({ kind, recordId }), record] as const)
  }
  return new Map([...(await read('audit-entry')), ...(await read('review-version')), ...(await read('deployment'))])
}
