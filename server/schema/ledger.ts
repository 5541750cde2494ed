import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { LeafKind } from '#lib/ledger/leaf.ts'
import { bytes, codePointText, moment, recordTimes } from './columns.ts'

/** The ledger: one row, since the first leaf. */
export const ledgers = pgTable('ledgers', {
  /** The name of the log in its checkpoints and signatures; never changed. */
  origin: codePointText('origin').primaryKey(),
  /** Ed25519, 32 bytes. */
  publicKey: bytes('public_key').notNull(),
  /** The private key, hexadecimal; encrypted by `sealText`. */
  sealedKey: text('sealed_key').notNull(),
  /** Number of leaves. */
  size: bigint('size', { mode: 'number' }).notNull(),
  /** The signed checkpoint of this size. */
  checkpoint: text('checkpoint').notNull(),
  ...recordTimes,
})

/** Records that have no leaf yet, written by triggers in the transaction that writes the record. */
export const ledgerPending = pgTable(
  'ledger_pending',
  {
    recordId: codePointText('record_id').notNull(),
    kind: codePointText('kind').$type<LeafKind>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.recordId, table.kind] })],
)

/**
 * The leaves, in their order from 0. Only the salt is ever changed: an erasure or a retention deletes it, after which the
 * record gets another leaf for what it says then. The last leaf of a record has a salt, unless the record is deleted.
 */
export const ledgerLeaves = pgTable(
  'ledger_leaves',
  {
    index: bigint('index', { mode: 'number' }).primaryKey(),
    kind: codePointText('kind').$type<LeafKind>().notNull(),
    /** Identifier of the audit entry; reference and number of the version of a review, joined by a slash. */
    recordId: codePointText('record_id').notNull(),
    /** HMAC-SHA-256 of the record. */
    commitment: bytes('commitment').notNull(),
    /** The key of the commitment, 32 random bytes; null once it was deleted. */
    salt: bytes('salt'),
  },
  (table) => [index('ledger_leaves_record').on(table.recordId, table.kind)],
)

/** Hashes of the complete subtrees of 2^8, 2^16 … leaves, so that a proof reads few rows. */
export const ledgerNodes = pgTable(
  'ledger_nodes',
  {
    level: integer('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
)

/** Heads of the ledger that the witness signed; they can be verified without this database. */
export const ledgerReceipts = pgTable('ledger_receipts', {
  /** Number of leaves of the head. */
  size: bigint('size', { mode: 'number' }).primaryKey(),
  /** The signed checkpoint with the signature of the witness. */
  checkpoint: text('checkpoint').notNull(),
  receivedAt: moment('received_at').notNull(),
})
