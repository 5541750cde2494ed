import { and, desc, eq, lte } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { createOutgoing } from '#server/platform/outgoing/create-outgoing.ts'
import { getHostRules } from '#server/platform/outgoing/host-rules.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { ledgerReceipts } from '#server/schema/ledger.ts'
import { findLedger, type Ledger } from './ledger-key.ts'
import { requestCosignature } from './request-cosignature.ts'
import { requestTimeStamp } from './time-stamp.ts'

type Receipt = typeof ledgerReceipts.$inferSelect
type ReceiptKind = Receipt['kind']

/** Finds the latest receipt of a kind for a head of at most `size` leaves. */
export async function findReceipt(db: Queryable, kind: ReceiptKind, size: number): Promise<Receipt | undefined> {
  const [receipt] = await db
    .select()
    .from(ledgerReceipts)
    .where(and(eq(ledgerReceipts.kind, kind), lte(ledgerReceipts.size, size)))
    .orderBy(desc(ledgerReceipts.size))
    .limit(1)
  return receipt
}

/** Job that has the witness of the organisation sign the head of the ledger, if a witness is set. */
export async function cosignLedger(ctx: Context): Promise<void> {
  const { witness_url: url, witness_key: key } = getSettings()
  if (url === null || key === null) return
  await collect(ctx, 'cosignature', async (outgoing, ledger, receiptSize) => ({
    checkpoint: await requestCosignature(ctx.db, outgoing, { url, key }, { ledger, known: receiptSize }),
  }))
}

/** Job that has the time-stamp service of the organisation confirm the head of the ledger, if a service is set. */
export async function stampLedger(ctx: Context): Promise<void> {
  const { time_stamp_url: url } = getSettings()
  if (url === null) return
  await collect(ctx, 'time-stamp', async (outgoing, { checkpoint }) => ({
    checkpoint,
    response: await requestTimeStamp(outgoing, url, checkpoint),
  }))
}

type ReceiptRequest = (
  outgoing: Outgoing,
  ledger: Ledger,
  receiptSize: number,
) => Promise<Pick<Receipt, 'checkpoint'> & Partial<Pick<Receipt, 'response'>>>

/** Stores a receipt for the head, unless there is one. `receiptSize` is the number of leaves of the latest receipt. */
async function collect({ db, now }: Context, kind: ReceiptKind, request: ReceiptRequest): Promise<void> {
  const ledger = await findLedger(db)
  if (!ledger) return
  const receiptSize = (await findReceipt(db, kind, ledger.size))?.size ?? 0
  if (ledger.size === receiptSize) return
  const outgoing = createOutgoing({ kind, ...getHostRules() })
  try {
    const receipt = await request(outgoing, ledger, receiptSize)
    const row = { kind, size: ledger.size, receivedAt: now.toISOString(), ...receipt }
    await db.insert(ledgerReceipts).values(row).onConflictDoNothing()
  } finally {
    await outgoing.close()
  }
}
