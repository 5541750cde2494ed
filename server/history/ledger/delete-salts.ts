import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import { ledgerLeaves } from '#server/schema/ledger.ts'

/** Locks the ledger until the end of the transaction, so that nobody else appends leaves. */
export async function lockLedger(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ledger'))`)
}

/**
 * Deletes the salts of the records that a query selects. Without its salt, the commitment of a leaf cannot be compared
 * with guesses. Call it before the records change, since their leaves may just be created.
 */
export async function deleteSalts(tx: Transaction, recordIds: SQL): Promise<void> {
  await lockLedger(tx)
  await tx.update(ledgerLeaves).set({ salt: null }).where(sql`${ledgerLeaves.recordId} in (${recordIds})`)
}
