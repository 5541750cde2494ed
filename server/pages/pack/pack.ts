import { type Audit, type AuditChange, maxDrawn } from '#lib/contracts/app/audits.ts'
import { findLedger, type Ledger } from '#server/history/ledger/ledger-key.ts'
import { getAuditWithState, listAuditSample } from '#server/insights/audits/queries.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ZippedFile } from '#server/platform/files/zip-stream.ts'
import type { Context } from '#server/platform/runtime/context.ts'

export type Pack = {
  readonly ctx: Context
  readonly audit: Audit
  readonly sample: readonly AuditChange[]
  /** The ledger at the start of the pack; undefined before its first leaf. */
  readonly ledger: Ledger | undefined
}

export type WrittenFile = { readonly path: string; readonly size: number; readonly sha256: string }
/** Generates files of the pack; `written` are the files of earlier parts. */
export type PackPart = (pack: Pack, written: readonly WrittenFile[]) => Iterable<ZippedFile> | AsyncIterable<ZippedFile>

/** Loads the data of a pack. Throws `not_found`, and `conflict` before the draw. */
export async function openPack(ctx: Context, id: string): Promise<Pack> {
  const audit = await getAuditWithState(ctx, id)
  if (audit.drawn_at === null) throw new AppError('conflict', 'Draw the changes of this audit first.')
  const { rows } = await listAuditSample(ctx, id, { page: 1, limit: maxDrawn })
  return { ctx, audit, sample: rows, ledger: await findLedger(ctx.db) }
}

/** Returns the path of the files of a drawn change, without the ending. */
export function buildChangePath({ sample }: Pack, { drawn_order: order, number }: AuditChange): string {
  const place = String(order).padStart(String(sample.length).length, '0')
  return `reviews/${place}-${number.replaceAll(/[^\w.-]/g, '_')}`
}
