import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { commit } from '#lib/ledger/leaf.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { ledgerLeaves, ledgerPending, ledgers } from '#server/schema/ledger.ts'
import { lockLedger } from './delete-salts.ts'
import { createLedger, findLedger, signHead } from './ledger-key.ts'
import { formatRecordKey, readLedgerRecords } from './ledger-records.ts'
import { readHashes, storeNodes } from './ledger-tree.ts'

/** Leaves of one transaction, whose records are held in memory. */
const batchSize = 2_000
/** Milliseconds after which a run ends: the job starts again at once while records wait, and never reaches its limit. */
const longestRunMs = 5 * 60_000

/** True if a record waits for its leaf. */
export async function hasPendingLeaves({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const rows = await db.select({ kind: ledgerPending.kind }).from(ledgerPending).limit(1)
  return rows.length > 0
}

/**
 * Adds a leaf for each committed record and signs the new head. Records wait for this job, so that writers never wait
 * for each other. The job decides the order of the leaves, which never changes.
 */
export async function appendLeaves({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const started = performance.now()
  while ((await transact(db, (tx) => appendBatch(tx, now))) && performance.now() - started < longestRunMs);
}

const { recordId, kind } = ledgerPending
const saltLength = 32

/** Appends leaves for one batch of records. Returns true if there may be more. */
async function appendBatch(tx: Transaction, now: Date): Promise<boolean> {
  // One writer at a time: the index of a leaf is the number of leaves before it.
  await lockLedger(tx)
  const pending = await tx.select().from(ledgerPending).orderBy(recordId, kind).limit(batchSize)
  if (pending.length === 0) return false
  const ledger = (await findLedger(tx)) ?? (await createLedger(tx, now))
  const leaves = await buildLeaves(tx, pending)
  if (leaves.length > 0) {
    const size = ledger.size + leaves.length
    await insertLeaves(tx, ledger.size, leaves)
    await storeNodes(tx, ledger.size, size)
    const [root] = await readHashes(tx, [[0, size]])
    if (!root) throw new Error('A tree with leaves has no root.')
    await tx
      .update(ledgers)
      .set({ size, checkpoint: signHead(ledger, { size, root }), updatedAt: now.toISOString() })
      .where(eq(ledgers.origin, ledger.origin))
  }
  const ids = pending.map((key) => key.recordId)
  const kinds = pending.map((key) => key.kind)
  await tx.execute(sql`
    delete from ${ledgerPending} using unnest(${sql.param(ids)}::text[], ${sql.param(kinds)}::text[]) as done (id, kind)
    where ${recordId} = done.id and ${kind} = done.kind`)
  return pending.length === batchSize
}

type PendingRecord = typeof ledgerPending.$inferSelect

/**
 * Builds the leaves of records that have none with a salt, in the order of their time: identifiers of a
 * seeded history do not have it.
 */
async function buildLeaves(db: Queryable, pending: readonly PendingRecord[]) {
  const records = await readLedgerRecords(db, pending)
  const knownLeaves = await readRecordsWithLeaf(db, pending)
  const withoutLeaf = pending.filter(
    (key) => !knownLeaves.has(formatRecordKey(key)) && records.has(formatRecordKey(key)),
  )
  const timeOf = (key: PendingRecord) => String(records.get(formatRecordKey(key))?.at ?? '')
  const inOrder = withoutLeaf.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
  const salts = randomBytes(inOrder.length * saltLength)
  return inOrder.map((key, index) => {
    const salt = salts.subarray(index * saltLength, (index + 1) * saltLength)
    return { ...key, commitment: Buffer.from(commit(salt, records.get(formatRecordKey(key)))), salt }
  })
}

/** Inserts leaves as arrays, from the index `first` on: a parameter for each value costs more than the leaf itself. */
async function insertLeaves(db: Queryable, first: number, leaves: Awaited<ReturnType<typeof buildLeaves>>) {
  const list = (name: keyof (typeof leaves)[number]) => sql.param(leaves.map((leaf) => leaf[name]))
  await db.execute(sql`
    insert into ${ledgerLeaves} (index, kind, record_id, commitment, salt)
    select ${first} + place - 1, leaf.kind, leaf.record_id, leaf.commitment, leaf.salt
    from unnest(${list('kind')}::text[], ${list('recordId')}::text[], ${list('commitment')}::bytea[],
      ${list('salt')}::bytea[]) with ordinality leaf (kind, record_id, commitment, salt, place)`)
}

/** Returns the keys of the records that have a salted leaf: after the restore of a backup they are pending again. */
async function readRecordsWithLeaf(db: Queryable, pending: readonly PendingRecord[]): Promise<ReadonlySet<string>> {
  const columns = { kind: ledgerLeaves.kind, recordId: ledgerLeaves.recordId }
  const ids = pending.map(({ recordId }) => recordId)
  return new Set(
    (
      await db
        .select(columns)
        .from(ledgerLeaves)
        .where(and(sql`${ledgerLeaves.recordId} = any(${sql.param(ids)}::text[])`, isNotNull(ledgerLeaves.salt)))
    ).map(formatRecordKey),
  )
}
