import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import type { Context } from '#server/context.ts'
import type { Queryable, Transaction } from '#server/db/client.ts'
import { type ListVersion, listVersionSql, parseListVersion } from '#server/db/list-version.ts'
import { auditEvents } from '#server/db/schema/access.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import type { ListName } from '#server/db/schema/lists.ts'
import { reviews } from '#server/db/schema/reviews.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { processWide } from '#server/process-wide.ts'
import {
  type Dictionaries,
  emptyDictionaries,
  type FactBlock,
  type GrowingDictionaries,
  makeBlocks,
  rangesOf,
  replaceBlocks,
} from './fact-blocks.ts'
import { type FactSource, readFacts, readKeyBounds } from './read-facts.ts'

// Figures are counted over facts that the process keeps of every record: to read them from the tables for each period
// and each filter takes seconds where there are many. They are brought up to date by what was written since. A fact
// depends on the records of few keys, and facts lie in blocks of neighbouring keys, so that a block is read again as a
// whole: what it held before need not be known.
//
// Which records were written is told by the history, and that nothing is missing by the versions of the lists: as many
// events must be found as the lists say that there were writes. Where they are not, as after an import, whose writes
// have no event for each record, all is read again.

/** The lists that facts are made of, with what the history calls their records. */
const entityTypes = {
  changes: 'change',
  reviews: 'review',
  policy_decisions: 'policy_decision',
  improvements: 'improvement',
} as const satisfies Partial<Record<ListName, string>>
type FactList = keyof typeof entityTypes
export const factLists = Object.keys(entityTypes) as FactList[]

type Versions = Readonly<Record<FactList, Pick<ListVersion, 'epoch' | 'writes'>>>

/** Every fact, as one snapshot shows it. */
export type AllFacts = {
  readonly blocks: Readonly<Record<FactSource, readonly FactBlock[]>>
  readonly dictionaries: Dictionaries
}
type KeptFacts = {
  readonly blocks: Readonly<Record<FactSource, readonly FactBlock[]>>
  readonly dictionaries: GrowingDictionaries
  readonly versions: Versions
  /** Events of this moment or later may become visible yet; `seen` are those that already were. */
  readonly since: string
  readonly seen: ReadonlySet<string>
}

/** Longer than a write takes from the moment of its event to its commit. One that took longer is missed, and noticed. */
const longestWrite = 15_000
/** Events, and blocks, that are read to catch up; to read everything again is no slower than more of them. */
const mostEvents = 5_000
const mostBlocks = 200
/** Records read by a statement when all are. */
const portion = 8_192

/** `next` is the reading that waits for the one under way, which was begun too early to be shared. */
type Keeper = { kept: KeptFacts | undefined; last: Promise<unknown>; next: Promise<AllFacts> | undefined }
const keeperOf = (pool: Pool): Keeper => {
  const known = processWide('figure-facts', () => new WeakMap<Pool, Keeper>())
  const keeper = known.get(pool) ?? { kept: undefined, last: Promise.resolve(), next: undefined }
  known.set(pool, keeper)
  return keeper
}

/**
 * The facts as they are now. They are shared: what is made of them is to be made before anything is waited for. All who
 * ask while a reading is under way share the next one: of a database that does not answer, each would wait in turn.
 */
export async function readAllFacts(ctx: Context): Promise<AllFacts> {
  const { db } = ctx
  if (!('$client' in db && db.$client instanceof Pool))
    return inTransaction(db, (tx) => loadAll(tx, emptyDictionaries()))
  const keeper = keeperOf(db.$client)
  keeper.next ??= keeper.last.then(() => {
    keeper.next = undefined
    const reading = inSnapshot(db, (tx) => bringUpToDate(tx, keeper, ctx.now))
    keeper.last = reading.catch(() => {})
    return reading
  })
  return keeper.next
}

const inSnapshot = <Result>(db: Queryable, read: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    return read(tx)
  })

async function bringUpToDate(tx: Transaction, keeper: Keeper, now: Date): Promise<AllFacts> {
  const versions = await readVersions(tx)
  const since = new Date(now.getTime() - longestWrite).toISOString()
  const { kept } = keeper
  const caughtUp = kept && versions ? await catchUp(tx, kept, versions, since) : null
  if (caughtUp !== null) {
    keeper.kept = caughtUp
    return caughtUp
  }
  // Not kept while all is read again: there would be twice as many.
  keeper.kept = undefined
  const all = await loadAll(tx, emptyDictionaries())
  if (versions !== null) {
    const seen = await readEvents(tx, since)
    if (seen !== null) keeper.kept = { ...all, versions, since, seen: new Set(seen.map(({ id }) => id)) }
  }
  return all
}

/** Null while a list is not counted. */
async function readVersions(tx: Transaction): Promise<Versions | null> {
  const tags = factLists.map((list) => sql`${listVersionSql(list)} as ${sql.identifier(list)}`)
  const { rows } = await tx.execute<Record<FactList, string | null>>(sql`select ${sql.join(tags, sql`, `)}`)
  const versions = factLists.flatMap((list) => {
    const version = parseListVersion(rows[0]?.[list])
    return version === null ? [] : [[list, version] as const]
  })
  return versions.length < factLists.length ? null : (Object.fromEntries(versions) as Record<FactList, ListVersion>)
}

type Event = { readonly id: string; readonly list: FactList; readonly key: string; readonly isRecent: boolean }

/** The events of records that facts are made of, from a moment on; null where there are too many. */
async function readEvents(tx: Transaction, since: string, recent = since): Promise<Event[] | null> {
  const types = sql.join(
    factLists.map((list) => sql`${entityTypes[list]}`),
    sql`, `,
  )
  const { rows } = await tx.execute<Omit<Event, 'list'> & { readonly type: string }>(sql`
    select ${auditEvents.id} as id, ${auditEvents.entityType} as type, ${auditEvents.entityId} as key,
      ${auditEvents.at} >= ${recent} as "isRecent"
    from ${auditEvents} where ${auditEvents.at} >= ${since} and ${auditEvents.entityType} in (${types})
    limit ${mostEvents + 1}`)
  if (rows.length > mostEvents) return null
  return rows.flatMap(({ type, ...event }) =>
    factLists.flatMap((list) => (entityTypes[list] === type ? [{ ...event, list }] : [])),
  )
}

/** What is kept with what was written since; null where that cannot be told, or is too much. */
async function catchUp(tx: Transaction, kept: KeptFacts, versions: Versions, since: string): Promise<KeptFacts | null> {
  if (factLists.every((list) => isSame(kept.versions[list], versions[list]))) return kept
  const recent = since > kept.since ? since : kept.since
  const events = await readEvents(tx, kept.since, recent)
  if (events === null) return null
  const written = events.filter(({ id }) => !kept.seen.has(id))
  const isComplete = factLists.every((list) => {
    const [before, after] = [kept.versions[list], versions[list]]
    const found = written.filter((event) => event.list === list).length
    return before.epoch === after.epoch && after.writes - before.writes === found
  })
  if (!isComplete) return null
  const blocks = await readWritten(tx, kept, written)
  if (blocks === null) return null
  const seen = new Set(events.flatMap(({ id, isRecent }) => (isRecent ? [id] : [])))
  return { blocks, dictionaries: kept.dictionaries, versions, since: recent, seen }
}

const isSame = (one: Versions[FactList], other: Versions[FactList]) =>
  one.epoch === other.epoch && one.writes === other.writes

/** The blocks with those read again that written records belong to. */
async function readWritten(
  tx: Transaction,
  { blocks, dictionaries }: KeptFacts,
  written: readonly Event[],
): Promise<KeptFacts['blocks'] | null> {
  const keys = await readTouchedKeys(tx, written)
  const ranges = {
    changes: rangesOf(blocks.changes, keys.changes),
    improvements: rangesOf(blocks.improvements, keys.improvements),
  }
  if (ranges.changes.length + ranges.improvements.length > mostBlocks) return null
  const readAgain = async (source: FactSource) => {
    const replacements = new Map<string, FactBlock[]>()
    for (const range of ranges[source]) {
      replacements.set(range.from, makeBlocks(range.from, await readFacts(tx, source, range, 'block'), dictionaries))
    }
    return replaceBlocks(blocks[source], replacements)
  }
  return { changes: await readAgain('changes'), improvements: await readAgain('improvements') }
}

/** The records whose facts depend on those that were written. */
async function readTouchedKeys(
  tx: Transaction,
  written: readonly Event[],
): Promise<Record<FactSource, readonly string[]>> {
  const keysOf = (...lists: FactList[]) => written.flatMap(({ list, key }) => (lists.includes(list) ? [key] : []))
  const [ofChanges, ofReviews] = [keysOf('changes', 'policy_decisions'), keysOf('reviews')]
  const ofImprovements = keysOf('improvements')
  if (ofChanges.length + ofReviews.length === 0) return { changes: [], improvements: ofImprovements }
  const { rows } = await tx.execute<Record<FactSource, string[]>>(sql`
    with reviewed as (
      select ${reviews.reference} as reference, ${reviews.changeNumber} as change_number from ${reviews}
      where ${reviews.changeNumber} = any(${sql.param(ofChanges)}::text[])
        or ${reviews.reference} = any(${sql.param(ofReviews)}::text[])
    )
    select array(select change_number from reviewed) as changes, array(
      select ${improvements.id} from ${improvements} where ${improvements.sourceRef} in (select reference from reviewed)
    ) as improvements`)
  return {
    changes: [...ofChanges, ...(rows[0]?.changes ?? [])],
    improvements: [...ofImprovements, ...(rows[0]?.improvements ?? [])],
  }
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
