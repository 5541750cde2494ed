import { and, asc, gte, inArray, lt } from 'drizzle-orm'
import { encodeBase64 } from '#lib/ledger/base64.ts'
import { encodeLeaf } from '#lib/ledger/leaf.ts'
import { formatLeafProof } from '#lib/ledger/leaf-proof.ts'
import { hashLeaf, listInclusionRanges } from '#lib/ledger/merkle-tree.ts'
import type { ProvenRecord } from '#lib/ledger/pack-records.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { ledgerLeaves } from '#server/schema/ledger.ts'
import { readSaltDeletions } from './delete-salts.ts'
import type { Ledger } from './ledger-key.ts'
import { formatRecordKey, type RecordKey, readLedgerRecords } from './ledger-records.ts'
import { leafColumns, readHashes } from './ledger-tree.ts'

const batchSize = 5_000

/** Reads the hashes of the first `size` leaves in order, 32 bytes each. */
export async function* readLeafHashes(db: Queryable, size: number): AsyncGenerator<Uint8Array> {
  const { index } = ledgerLeaves
  for (let from = 0; from < size; from += batchSize) {
    const isInBatch = and(gte(index, from), lt(index, Math.min(size, from + batchSize)))
    const leaves = await db.select(leafColumns).from(ledgerLeaves).where(isInBatch).orderBy(asc(index))
    yield Buffer.concat(leaves.map((leaf) => hashLeaf(encodeLeaf(leaf))))
  }
}

/**
 * Returns records as their last leaves cover them, each with its proof for a head of the ledger. Records that are no
 * longer stored are missing.
 */
export async function proveRecords(
  db: Queryable,
  ledger: Ledger | undefined,
  keys: readonly RecordKey[],
): Promise<ProvenRecord[]> {
  const records = await readLedgerRecords(db, keys)
  const leaves = ledger ? await readLeaves(db, ledger, keys) : new Map<string, ProvenRecord['ledger']>()
  return keys.flatMap((key): ProvenRecord[] => {
    const record = records.get(formatRecordKey(key))
    if (!record) return []
    return [{ kind: key.kind, id: key.recordId, ledger: leaves.get(formatRecordKey(key)) ?? null, record }]
  })
}

async function readLeaves(db: Queryable, { size, checkpoint }: Ledger, keys: readonly RecordKey[]) {
  const ids = keys.map(({ recordId }) => recordId)
  const { index, salt, recordId } = ledgerLeaves
  const rows = await db
    .select({ ...leafColumns, index, salt })
    .from(ledgerLeaves)
    .where(and(inArray(recordId, ids), lt(index, size)))
    .orderBy(asc(index))
  const ranges = rows.map((row) => listInclusionRanges(row.index, [0, size]))
  const hashes = await readHashes(db, ranges.flat())
  const keyOf = (row: (typeof rows)[number]) => formatRecordKey({ kind: row.kind, recordId: row.id })
  const erased = Map.groupBy(
    rows.filter((row) => row.salt === null),
    keyOf,
  )
  // The last leaf of a record replaces the earlier ones.
  return new Map(
    rows.map((row, index) => {
      const path = hashes.splice(0, ranges[index]?.length)
      const proven = {
        index: row.index,
        salt: row.salt && encodeBase64(row.salt),
        erased: (erased.get(keyOf(row)) ?? []).map((leaf) => leaf.index),
        leaf: new TextDecoder().decode(encodeLeaf(row)),
        proof: formatLeafProof({ index: row.index, path, checkpoint }),
      }
      return [keyOf(row), proven]
    }),
  )
}

/** Returns the entries of the history that list the leaves of these records without a salt, with their proofs. */
export async function proveErasures(
  db: Queryable,
  ledger: Ledger | undefined,
  records: readonly ProvenRecord[],
): Promise<ProvenRecord[]> {
  const erased = new Set(records.flatMap((record) => record.ledger?.erased ?? []))
  if (!ledger || erased.size === 0) return []
  const deletions = await readSaltDeletions(db, ledger.size)
  const listing = deletions.filter(({ indexes }) => indexes.some((index) => erased.has(index)))
  return proveRecords(
    db,
    ledger,
    listing.map(({ id }) => ({ kind: 'audit-entry', recordId: id })),
  )
}
