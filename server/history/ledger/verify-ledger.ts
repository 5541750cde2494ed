import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { openCheckpoint } from '#lib/ledger/checkpoint.ts'
import { commit, encodeLeaf } from '#lib/ledger/leaf.ts'
import { createGrowingTree, type Hash, hashLeaf, isSameHash, type TreeHead } from '#lib/ledger/merkle-tree.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { auditEvents } from '#server/schema/history.ts'
import { ledgerLeaves, ledgerPending } from '#server/schema/ledger.ts'
import { findLedger, getVerifierKey, type Ledger } from './ledger-key.ts'
import { formatRecordKey, readLedgerRecords } from './ledger-records.ts'
import { readHashes } from './ledger-tree.ts'

type Verification = {
  readonly size: number
  /** Leaves whose salt was deleted: they prove that a record existed, but no longer its content. */
  readonly erased: number
  /** Sentences in the order of the leaves. */
  readonly faults: readonly string[]
}

const batchSize = 1_000

/**
 * Reads every record and every leaf again and compares them with each other, with the signed head, and with checkpoints
 * stored elsewhere. Only those checkpoints reveal what somebody with the key of the server did, who can make everything
 * else fit. Throws for a checkpoint that the key of the ledger did not sign.
 */
export async function verifyLedger(db: Queryable, checkpoints: readonly string[] = []): Promise<Verification> {
  const ledger = await findLedger(db)
  if (!ledger) throw new Error('There is no ledger yet: it begins with the first entry of the history.')
  const heads = checkpoints.map((note) => openHead(note, ledger)).toSorted((a, b) => a.size - b.size)
  const ownHead = openHead(ledger.checkpoint, ledger)
  const tree = createTreeWithRoots([...heads, ownHead])
  const faults: string[] = []
  let erased = 0
  let next = 0
  for (let leaves = await readLeaves(db, next); leaves.length > 0; leaves = await readLeaves(db, next)) {
    const records = await readLedgerRecords(db, leaves)
    const deleted = await findDeletedReviews(db, leaves)
    for (const leaf of leaves) {
      if (leaf.index > next) faults.push(`Before leaf ${leaf.index} ${leaf.index - next} are missing.`)
      const fault = findFault(leaf, records.get(formatRecordKey(leaf)), deleted)
      if (fault !== null) faults.push(`Leaf ${leaf.index} (${formatRecordKey(leaf)}) ${fault}.`)
      if (leaf.salt === null) erased += 1
      tree.add(hashLeaf(encodeLeaf({ ...leaf, id: leaf.recordId })))
      next = leaf.index + 1
    }
  }
  const size = tree.size()
  faults.push(...heads.flatMap((head) => compareHead(head, tree, 'a checkpoint that was kept')))
  faults.push(...compareHead(ownHead, tree, 'its own signed head'), ...(await findMissingLeaves(db)))
  const [stored] = await readHashes(db, [[0, size]])
  if (!stored || !isSameHash(stored, tree.root())) faults.push('The stored nodes are not those of the leaves.')
  return { size, erased, faults }
}

function openHead(note: string, ledger: Ledger): TreeHead {
  const checkpoint = openCheckpoint(note, [getVerifierKey(ledger)])
  if (checkpoint.origin !== ledger.origin)
    throw new Error(`The checkpoint is of ${checkpoint.origin}, not of ${ledger.origin}.`)
  return checkpoint
}

type LeafRow = typeof ledgerLeaves.$inferSelect

const readLeaves = (db: Queryable, from: number): Promise<LeafRow[]> =>
  db
    .select()
    .from(ledgerLeaves)
    .where(sql`${ledgerLeaves.index} >= ${from}`)
    .orderBy(asc(ledgerLeaves.index))
    .limit(batchSize)

const isVersion = ({ kind }: LeafRow) => kind === 'review-version'
const readReference = ({ recordId }: LeafRow) => recordId.slice(0, recordId.lastIndexOf('/'))

/** Finds the reviews of these versions whose deletion the history records; that entry has its own leaf. */
async function findDeletedReviews(db: Queryable, leaves: readonly LeafRow[]): Promise<ReadonlySet<string>> {
  const { entityType, entityId, action } = auditEvents
  const rows = await db
    .select({ reference: entityId })
    .from(auditEvents)
    .where(
      and(
        eq(entityType, 'review'),
        eq(action, 'delete'),
        inArray(entityId, leaves.filter(isVersion).map(readReference)),
      ),
    )
  return new Set(rows.map(({ reference }) => reference))
}

/**
 * Describes what is wrong with a leaf; null if nothing is. The version of a review that the retention deleted has
 * neither a record nor a salt; an entry of the history always has its record.
 */
function findFault(leaf: LeafRow, record: object | undefined, deletedReviews: ReadonlySet<string>): string | null {
  const { salt, commitment } = leaf
  if (record === undefined) {
    const isDeleted = salt === null && isVersion(leaf) && deletedReviews.has(readReference(leaf))
    return isDeleted ? null : 'has no record any more'
  }
  if (salt === null || isSameHash(commit(salt, record), commitment)) return null
  return 'has another record than it was made for'
}

/** Creates a tree that grows leaf by leaf and remembers its roots at the sizes of `heads`. */
function createTreeWithRoots(heads: readonly TreeHead[]) {
  const tree = createGrowingTree()
  const sizes = new Set(heads.map((head) => head.size))
  const roots = new Map<number, Hash>()
  const storeRoot = () => sizes.has(tree.size()) && roots.set(tree.size(), tree.root())
  storeRoot()
  return {
    ...tree,
    rootAt: (at: number) => roots.get(at),
    add(leaf: Hash) {
      tree.add(leaf)
      storeRoot()
    },
  }
}

function compareHead(head: TreeHead, tree: ReturnType<typeof createTreeWithRoots>, what: string): string[] {
  const root = tree.rootAt(head.size)
  if (root === undefined) return [`There are ${tree.size()} leaves, and ${what} has ${head.size}: leaves are missing.`]
  return isSameHash(root, head.root)
    ? []
    : [`The first ${head.size} leaves are not those of ${what}: one of them was changed, added, removed or moved.`]
}

/**
 * Describes entries of the history that have no leaf and do not wait for one: somebody added them outside the service.
 */
async function findMissingLeaves(db: Queryable): Promise<string[]> {
  const isIn = (table: typeof ledgerLeaves | typeof ledgerPending) =>
    sql`exists (select from ${table} where ${table.recordId} = ${auditEvents.id} and ${table.kind} = 'audit-entry')`
  const rows = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(sql`not ${isIn(ledgerLeaves)} and not ${isIn(ledgerPending)}`)
    .orderBy(auditEvents.id)
    .limit(10)
  return rows.map(({ id }) => `The entry ${id} of the history has no leaf.`)
}
