import { asc, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { openCheckpoint } from '#lib/ledger/checkpoint.ts'
import { commit, encodeLeaf } from '#lib/ledger/leaf.ts'
import { createGrowingTree, type Hash, hashLeaf, isSameHash, type TreeHead } from '#lib/ledger/merkle-tree.ts'
import { describeCount } from '#lib/text/counted.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { deployments } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { ledgerLeaves, ledgerPending } from '#server/schema/ledger.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { readSaltDeletions } from './ledger/delete-salts.ts'
import { findLedger, getVerifierKey, type Ledger } from './ledger/ledger-key.ts'
import { formatRecordKey, readLedgerRecords } from './ledger/ledger-records.ts'
import { readHashes } from './ledger/ledger-tree.ts'
import { replayHistory } from './replay-history.ts'

type Verification = {
  readonly size: number
  /** Leaves whose salt an erasure or a retention deleted: they prove that a record existed, but no longer its content. */
  readonly erased: number
  /** What a reader has to judge: salts that were deleted after the oldest kept checkpoint, and what waits for a leaf. */
  readonly notes: readonly string[]
  /** Sentences in the order of the leaves. */
  readonly faults: readonly string[]
}

const batchSize = 1_000

/** Minutes by which an entry may be older than the leaves before it, or wait for its leaf: as long as a job runs. */
const lateMinutes = 15

/**
 * Reads every record and every leaf again and compares them with each other, with the signed head, and with checkpoints
 * stored elsewhere. Only those checkpoints reveal what somebody with the key of the server did, who can make everything
 * else fit. Throws for a checkpoint that the key of the ledger did not sign.
 */
export async function verifyLedger(
  { db, now }: Pick<Context, 'db' | 'now'>,
  checkpoints: readonly string[] = [],
): Promise<Verification> {
  const ledger = await findLedger(db)
  if (!ledger) throw new Error('There is no ledger yet: it begins with the first entry of the history.')
  const heads = checkpoints.map((note) => openHead(note, ledger)).toSorted((a, b) => a.size - b.size)
  const ownHead = openHead(ledger.checkpoint, ledger)
  const tree = createTreeWithRoots([...heads, ownHead])
  const deletions = await readSaltDeletions(db, ledger.size)
  const listed = new Set(deletions.flatMap(({ indexes }) => indexes))
  const keptSize = heads[0]?.size ?? Number.POSITIVE_INFINITY
  const afterKept = new Set<string>()
  const faults: string[] = []
  let erased = 0
  let next = 0
  let latest = ''
  for (let leaves = await readLeaves(db, next); leaves.length > 0; leaves = await readLeaves(db, next)) {
    const records = await readLedgerRecords(db, leaves)
    const others = await readOtherLeaves(db, leaves)
    for (const leaf of leaves) {
      const key = formatRecordKey(leaf)
      const record = records.get(key)
      if (leaf.index > next) faults.push(`Before leaf ${leaf.index} ${leaf.index - next} are missing.`)
      const fault = findFault(leaf, record, { isListed: listed.has(leaf.index), ...others })
      if (fault !== null) faults.push(`Leaf ${leaf.index} (${key}) ${fault}.`)
      if (leaf.salt === null) erased += 1
      if (leaf.index >= keptSize) afterKept.add(leaf.recordId)
      const at = others.again.has(leaf.index) ? undefined : record?.at
      if (typeof at === 'string' && isLate(at, latest))
        faults.push(`Leaf ${leaf.index} (${key}) is dated ${at}, before leaves before it: ${latest}.`)
      else if (typeof at === 'string' && at > latest) latest = at
      tree.add(hashLeaf(encodeLeaf({ ...leaf, id: leaf.recordId })))
      next = leaf.index + 1
    }
  }
  const size = tree.size()
  faults.push(...heads.flatMap((head) => compareHead(head, tree, 'a checkpoint that was kept')))
  faults.push(...compareHead(ownHead, tree, 'its own signed head'), ...(await findMissingLeaves(db)))
  const [stored] = await readHashes(db, [[0, size]])
  if (!stored || !isSameHash(stored, tree.root())) faults.push('The stored nodes are not those of the leaves.')
  const replay = await replayHistory(db)
  faults.push(...replay.faults)
  const notes = deletions
    .filter(({ id }) => afterKept.has(id))
    .map(
      ({ id, at, by, leaves }) => `Since the checkpoint, ${by} deleted the salts of leaves (${id}, ${at}): ${leaves}.`,
    )
  const waiting = await findWaiting(db)
  if (waiting.oldest !== null) {
    const sentence = `Without a leaf yet: ${describeCount(waiting.count, 'record')}, the oldest of ${waiting.oldest}.`
    if (isLate(waiting.oldest, now.toISOString())) faults.push(sentence)
    else notes.push(sentence)
  }
  if (replay.uncovered > 0)
    notes.push(
      `${describeCount(replay.uncovered, 'record')} came without some values in the history: what it does not state is not compared.`,
    )
  return { size, erased, notes, faults }
}

/** True if a moment is more than some minutes before another. */
const isLate = (at: string, than: string) => Date.parse(at) < Date.parse(than) - lateMinutes * 60_000

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

type OtherLeaves = {
  /** The leaves whose record has an earlier leaf. */
  readonly again: ReadonlySet<number>
  /** The keys of records that have a leaf with a salt, or wait for one. */
  readonly provenKeys: ReadonlySet<string>
  /** The references of the stored reviews. */
  readonly references: ReadonlySet<string>
}

const readReference = ({ recordId }: LeafRow) => recordId.slice(0, recordId.lastIndexOf('/'))

async function readOtherLeaves(db: Queryable, leaves: readonly LeafRow[]): Promise<OtherLeaves> {
  const ids = leaves.map(({ recordId }) => recordId)
  const { kind, recordId, index, salt } = ledgerLeaves
  const known = await db
    .select({ kind, recordId, index, isSalted: isNotNull(salt) })
    .from(ledgerLeaves)
    .where(inArray(recordId, ids))
    .orderBy(asc(index))
  const waiting = await db.select().from(ledgerPending).where(inArray(ledgerPending.recordId, ids))
  const firstIndexes = new Map(known.toReversed().map((leaf) => [formatRecordKey(leaf), leaf.index]))
  const versions = leaves.filter((leaf) => leaf.kind === 'review-version').map(readReference)
  const stored = await db
    .select({ reference: reviews.reference })
    .from(reviews)
    .where(inArray(reviews.reference, versions))
  return {
    again: new Set(
      known.filter((leaf) => firstIndexes.get(formatRecordKey(leaf)) !== leaf.index).map((leaf) => leaf.index),
    ),
    provenKeys: new Set([...known.filter(({ isSalted }) => isSalted), ...waiting].map(formatRecordKey)),
    references: new Set(stored.map(({ reference }) => reference)),
  }
}

/**
 * Describes what is wrong with a leaf; null if nothing is. A leaf lost its salt by an erasure or a retention, which lists
 * it, and a later leaf has the record. Only a version whose review was deleted, and a deployment, have no record any more.
 */
function findFault(
  leaf: LeafRow,
  record: object | undefined,
  { isListed, provenKeys, references }: OtherLeaves & { readonly isListed: boolean },
): string | null {
  const { salt, commitment } = leaf
  if (salt !== null && record !== undefined)
    return isSameHash(commit(salt, record), commitment) ? null : 'has another record than it was made for'
  if (salt === null && !isListed) return 'lost its salt, and no erasure or retention lists it'
  if (record !== undefined)
    return provenKeys.has(formatRecordKey(leaf)) ? null : 'lost its salt, and no later leaf has its record'
  const isDeleted =
    leaf.kind === 'deployment' || (leaf.kind === 'review-version' && !references.has(readReference(leaf)))
  return salt === null && isDeleted ? null : 'has no record any more'
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

/** Describes records that have no leaf and do not wait for one: somebody added them outside the service. */
async function findMissingLeaves(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; what: string }>(sql`
    with stored as (select id, 'audit-entry' as kind, 'entry ' || id || ' of the history' as what from ${auditEvents}
      union all select reference || '/' || number, 'review-version', 'version ' || reference || '/' || number from ${reviewVersions}
      union all select id, 'deployment', 'deployment ' || id from ${deployments})
    select what from stored
    where not exists (select from ${ledgerLeaves} l where l.record_id = stored.id and l.kind = stored.kind)
      and not exists (select from ${ledgerPending} p where p.record_id = stored.id and p.kind = stored.kind)
    order by id limit 10`)
  return rows.map(({ what }) => `The ${what} has no leaf.`)
}

/** Counts what waits for its leaf, with the time of the oldest. */
async function findWaiting(db: Queryable) {
  const oldest = sql<string | null>`min(coalesce(${auditEvents.at}, ${reviewVersions.completedAt}))`
  const [found] = await db
    .select({ count: count(), oldest: oldest.mapWith(auditEvents.at) })
    .from(ledgerPending)
    .leftJoin(auditEvents, eq(auditEvents.id, ledgerPending.recordId))
    .leftJoin(
      reviewVersions,
      eq(sql`${reviewVersions.reference} || '/' || ${reviewVersions.number}`, ledgerPending.recordId),
    )
    // After a restore, records that have a leaf wait again.
    .where(sql`not exists (select from ${ledgerLeaves} l where l.record_id = ${ledgerPending.recordId}
      and l.kind = ${ledgerPending.kind} and l.salt is not null)`)
  return found ?? { count: 0, oldest: null }
}
