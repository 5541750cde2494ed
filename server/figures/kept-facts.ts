import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import type { Context } from '#server/context.ts'
import type { Database, Queryable, Transaction } from '#server/db/client.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { log } from '#server/log.ts'
import { processWideFor } from '#server/process-wide.ts'
import { type AllFacts, catchUp, type KeptFacts, readVersions, readWrites, sinceOf, type Versions } from './catch-up.ts'
import { emptyDictionaries, type FactBlock, type GrowingDictionaries, makeBlocks } from './fact-blocks.ts'
import { type FactSource, readFacts, readKeyBounds } from './read-facts.ts'
import { changedSince, forgetStoredFacts, readStoredFacts, type StoredFacts, storeFacts } from './stored-facts.ts'

// Figures are counted over facts that the process keeps of every record: to read them from the tables for each period
// and each filter takes seconds where there are many. They are brought up to date by what was written since. A fact
// depends on the records of few keys, and facts lie in blocks of neighbouring keys, so that a block is read again as a
// whole: what it held before need not be known. Where there are many they are stored too, now and then, so that a
// process that starts takes them up from there.

/** Records read by a statement when all are. */
const portion = 8_192
/** Blocks below which all is read quickly enough, and blocks that may differ from those that are stored. */
const [worthStoring, mostUnstored] = [50, 32]

type Keeper = {
  kept: KeptFacts | undefined
  /** What is stored, as far as this process knows. */
  stored: StoredFacts | undefined
  last: Promise<unknown>
  /** The reading that waits for the one under way, which was begun too early to be shared. */
  next: Promise<AllFacts> | undefined
  storing: Promise<unknown> | undefined
}
const keeperOf = (pool: Pool): Keeper =>
  processWideFor('figure-facts', pool, () => {
    const blank = { kept: undefined, stored: undefined, next: undefined, storing: undefined }
    return { ...blank, last: Promise.resolve() }
  })

type Pooled = Database & { readonly $client: Pool }
const isPooled = (db: Queryable): db is Pooled => '$client' in db && db.$client instanceof Pool

/**
 * The facts as they are now. They are shared: what is made of them is to be made before anything is waited for. All who
 * ask while a reading is under way share the next one: of a database that does not answer, each would wait in turn.
 */
export async function readAllFacts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<AllFacts> {
  if (!isPooled(db)) return inTransaction(db, (tx) => loadAll(tx, emptyDictionaries()))
  const keeper = keeperOf(db.$client)
  keeper.next ??= keeper.last.then(() => {
    keeper.next = undefined
    const reading = inSnapshot(db, (tx) => bringUpToDate(tx, keeper, now))
    keeper.last = reading.then(
      () => storeSoon(db, keeper),
      () => {},
    )
    return reading
  })
  return keeper.next
}

/**
 * The facts as they are now where the process keeps them; null where it would have to read them all, which it then
 * begins to do while nobody waits for it.
 */
export async function readKeptFacts(ctx: Pick<Context, 'db' | 'now'>): Promise<AllFacts | null> {
  const { db } = ctx
  if (!isPooled(db)) return null
  if (keeperOf(db.$client).kept !== undefined) return readAllFacts(ctx)
  readAllFacts(ctx).catch((error) => log.info({ err: error }, 'facts of figures not read'))
  return null
}

/** The job: reads all facts anew where they are stored, so that what wrote without saying so is not missed for long. */
export async function rereadFacts({ db, now }: Context): Promise<void> {
  if (!isPooled(db) || !(await forgetStoredFacts(db))) return
  const keeper = keeperOf(db.$client)
  keeper.kept = undefined
  keeper.stored = undefined
  await readAllFacts({ db, now })
  await keeper.last
  await keeper.storing
}

/** Reads in one snapshot. */
export const inSnapshot = <Result>(db: Queryable, read: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    return read(tx)
  })

async function bringUpToDate(tx: Transaction, keeper: Keeper, now: Date): Promise<AllFacts> {
  const versions = await readVersions(tx)
  const since = sinceOf(now)
  const known = versions && (await catchUpKnown(tx, keeper, versions, since))
  if (known) {
    keeper.kept = known
    return known
  }
  const all = await loadAll(tx, emptyDictionaries())
  const writes = versions && (await readWrites(tx, since))
  if (versions && writes) keeper.kept = { ...all, versions, since, seen: new Set(writes.map(({ id }) => id)) }
  return all
}

/** What is kept, or else what is stored, brought up to date; null where neither can be, and neither is kept then. */
async function catchUpKnown(
  tx: Transaction,
  keeper: Keeper,
  versions: Versions,
  since: string,
): Promise<KeptFacts | null> {
  const caughtUp = keeper.kept && (await catchUp(tx, keeper.kept, versions, since))
  if (caughtUp) return caughtUp
  // Not kept while others are read: there would be twice as many.
  keeper.kept = undefined
  const stored = await readStoredFacts(tx)
  const takenUp = stored && (await catchUp(tx, stored.facts, versions, since))
  keeper.stored = takenUp && stored ? stored : undefined
  return takenUp
}

/** Stores what is kept where much of it is not stored; nobody waits for it. */
function storeSoon(db: Pooled, keeper: Keeper): void {
  const { kept, stored } = keeper
  if (kept === undefined || kept === stored?.facts || keeper.storing !== undefined) return
  if (kept.blocks.changes.length + kept.blocks.improvements.length < worthStoring) return
  const { written } = changedSince(stored, kept)
  if (stored !== undefined && written.length <= mostUnstored) return
  keeper.storing = storeFacts(db, kept, stored)
    .then((done) => {
      keeper.stored = done ?? undefined
      // Another process stored others meanwhile: they are taken up the next time.
      if (done === null) keeper.kept = undefined
    })
    .catch((error) => log.info({ err: error }, 'facts of figures not stored, the next start reads them all'))
    .finally(() => {
      keeper.storing = undefined
    })
}

async function loadAll(
  tx: Transaction,
  dictionaries: GrowingDictionaries,
): Promise<Pick<KeptFacts, 'blocks' | 'dictionaries'>> {
  const load = async (source: FactSource) => {
    const bounds = ['', ...(await readKeyBounds(tx, source, portion))]
    const blocks: FactBlock[] = []
    for (const [index, from] of bounds.entries()) {
      const rows = await readFacts(tx, source, { from, to: bounds[index + 1] ?? null }, 'portion')
      blocks.push(...makeBlocks(from, rows, dictionaries))
    }
    return blocks
  }
  return { blocks: { changes: await load('changes'), improvements: await load('improvements') }, dictionaries }
}
