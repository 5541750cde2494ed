import { eq, type SQL, sql } from 'drizzle-orm'
import { ledgerActions } from '#lib/actions/record-actions.ts'
import { formatRanges, parseRanges } from '#lib/ledger/leaf.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/history.ts'
import { ledgerLeaves, ledgerPending } from '#server/schema/ledger.ts'

/** Locks the ledger until the end of the transaction, so that nobody else appends leaves. */
export async function lockLedger(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ledger'))`)
}

/**
 * Deletes the salts of the records that a query selects. Without its salt, the commitment of a leaf cannot be compared
 * with guesses. An entry of the history lists the leaves, and each record gets another leaf for what it says afterwards.
 * Call it before the records change, since their leaves may just be created.
 */
export async function deleteSalts(ctx: TxContext, recordIds: SQL): Promise<void> {
  const { db } = ctx
  await lockLedger(db)
  const { rows } = await db.execute<{ index: number }>(sql`
    with erased as (update ${ledgerLeaves} set salt = null where salt is not null and record_id in (${recordIds})
        returning index, record_id, kind),
      waiting as (insert into ${ledgerPending} (record_id, kind) select record_id, kind from erased on conflict do nothing)
    select index::int from erased order by index`)
  if (rows.length === 0) return
  const leaves = formatRanges(rows.map(({ index }) => index))
  await recordEvent(ctx, ledgerActions.salts_deleted, 'ledger', { leaves: { from: null, to: leaves } })
}

/** Reads the entries about deleted salts, with the leaves below `size` that each lists. */
export async function readSaltDeletions(db: Queryable, size: number) {
  const { id, at, actorName, entityType, changes } = auditEvents
  const columns = { id, at, by: actorName, leaves: sql<string>`coalesce(${changes} #>> '{leaves,to}', '')` }
  const deletions = await db
    .select(columns)
    .from(auditEvents)
    .where(eq(entityType, ledgerActions.salts_deleted.entity))
    .orderBy(id)
  return deletions.map((deletion) => ({ ...deletion, indexes: parseRanges(deletion.leaves, size) }))
}
