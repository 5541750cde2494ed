import { eq } from 'drizzle-orm'
import { encodeBase64 } from '#lib/ledger/base64.ts'
import { encodeLeaf } from '#lib/ledger/leaf.ts'
import { formatLeafProof } from '#lib/ledger/leaf-proof.ts'
import { listConsistencyRanges, listInclusionRanges } from '#lib/ledger/merkle-tree.ts'
import { formatVerifierKey } from '#lib/ledger/signed-note.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { ledgerLeaves } from '#server/schema/ledger.ts'
import { findLedger, getVerifierKey, type Ledger } from './ledger-key.ts'
import { leafColumns, readHashes } from './ledger-tree.ts'

/** Throws `not_found` before the first leaf. */
async function getLedger({ db }: Pick<Context, 'db'>): Promise<Ledger> {
  const ledger = await findLedger(db)
  if (!ledger)
    throw new AppError('not_found', 'The ledger has no leaf yet: it begins with the first entry of the history.')
  return ledger
}

/** Returns the signed head of the ledger (C2SP tlog-checkpoint). */
export const getCheckpoint = async (ctx: Context): Promise<string> => (await getLedger(ctx)).checkpoint

/** Returns the verifier key of the ledger, as one line. */
export const getLedgerKey = async (ctx: Context): Promise<string> =>
  `${formatVerifierKey(getVerifierKey(await getLedger(ctx)))}\n`

/**
 * Returns the bytes that are hashed as a leaf, which are text. Throws `not_found` for an index that the ledger does not
 * have.
 */
export async function getLeaf({ db }: Context, index: number): Promise<string> {
  const [leaf] = await db.select(leafColumns).from(ledgerLeaves).where(eq(ledgerLeaves.index, index))
  if (!leaf) throw noLeaf(index)
  return new TextDecoder().decode(encodeLeaf(leaf))
}

const noLeaf = (index: number) => new AppError('not_found', `The ledger has no leaf ${index}.`)

/**
 * Proves that the current head has a leaf (C2SP tlog-proof). Throws `not_found` for an index that the ledger does not
 * have.
 */
export async function getLeafProof(ctx: Context, index: number): Promise<string> {
  const { size, checkpoint } = await getLedger(ctx)
  if (index >= size) throw noLeaf(index)
  return formatLeafProof({ index, path: await readHashes(ctx.db, listInclusionRanges(index, [0, size])), checkpoint })
}

/**
 * Proves that the ledger of `to` leaves begins with the ledger of `from` leaves, with one hash in each line. Throws
 * `not_found` for sizes that the ledger does not have.
 */
export async function getConsistency(ctx: Context, { from, to }: { from: number; to: number }): Promise<string> {
  const { size } = await getLedger(ctx)
  if (from > to || to > size) {
    throw new AppError('not_found', `The ledger has ${size} leaves: nothing leads from ${from} to ${to}.`)
  }
  return readConsistency(ctx.db, from, to)
}

/** Builds the consistency proof between two sizes that the ledger has, with one hash in each line. */
export const readConsistency = async (db: Queryable, from: number, to: number): Promise<string> =>
  (await readHashes(db, listConsistencyRanges(from, to))).map((hash) => `${encodeBase64(hash)}\n`).join('')
