import { desc, lte } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { assertOriginal } from '#server/platform/installation.ts'
import { createOutgoing } from '#server/platform/outgoing/create-outgoing.ts'
import { getHostRules } from '#server/platform/outgoing/ip-address.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { ledgerReceipts } from '#server/schema/ledger.ts'
import { findLedger } from './ledger-key.ts'
import { requestCosignature } from './request-cosignature.ts'

type Receipt = typeof ledgerReceipts.$inferSelect

/** Finds the latest head of at most `size` leaves that the witness signed. */
export async function findReceipt(db: Queryable, size: number): Promise<Receipt | undefined> {
  const [receipt] = await db
    .select()
    .from(ledgerReceipts)
    .where(lte(ledgerReceipts.size, size))
    .orderBy(desc(ledgerReceipts.size))
    .limit(1)
  return receipt
}

/** Job that has the witness of the organisation sign the head of the ledger, if a witness is set and it has not yet. */
export async function cosignLedger({ db, now }: Context): Promise<void> {
  const { witness_url: url, witness_key: key } = getSettings()
  if (url === null || key === null) return
  const ledger = await findLedger(db)
  if (!ledger) return
  const known = (await findReceipt(db, ledger.size))?.size ?? 0
  if (ledger.size === known) return
  const outgoing = createOutgoing({ kind: 'cosignature', assertOriginal: () => assertOriginal(db), ...getHostRules() })
  try {
    const checkpoint = await requestCosignature(db, outgoing, { url, key }, { ledger, known })
    const row = { size: ledger.size, checkpoint, receivedAt: now.toISOString() }
    await db.insert(ledgerReceipts).values(row).onConflictDoNothing()
  } finally {
    await outgoing.close()
  }
}
