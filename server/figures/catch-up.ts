import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client.ts'
import { type ListVersion, listVersionSql, parseListVersion } from '#server/db/list-version.ts'
import { auditEvents } from '#server/db/schema/access.ts'
import { changes } from '#server/db/schema/changes.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import type { ListName } from '#server/db/schema/lists.ts'
import { reviews } from '#server/db/schema/reviews.ts'
import {
  type Dictionaries,
  type FactBlock,
  type GrowingDictionaries,
  makeBlocks,
  replaceBlocks,
  runsOf,
} from './fact-blocks.ts'
import { type FactSource, readFacts } from './read-facts.ts'

// Which records were written is told by the history, and that nothing is missing by the versions of the lists: as many
// events must be found as the lists say that there were writes. Where they are not, as after a write that named no
// record, all is read again. An import has one event for all its records, which bear its moment.

/** The lists that facts are made of, with what the history calls their records. */
const entityTypes = {
  changes: 'change',
  reviews: 'review',
  policy_decisions: 'policy_decision',
  improvements: 'improvement',
} as const satisfies Partial<Record<ListName, string>>
type FactList = keyof typeof entityTypes
export const factLists = Object.keys(entityTypes) as FactList[]

export type Versions = Readonly<Record<FactList, Pick<ListVersion, 'epoch' | 'writes'>>>

export type FactBlocks = Readonly<Record<FactSource, readonly FactBlock[]>>

/** Every fact, as one snapshot shows it. */
export type AllFacts = {
  readonly blocks: FactBlocks
  readonly dictionaries: Dictionaries
  /** How the lists stand in that snapshot; missing where they are not counted. */
  readonly versions?: Versions
}

export type KeptFacts = {
  readonly blocks: FactBlocks
  readonly dictionaries: GrowingDictionaries
  readonly versions: Versions
  /** Events of this moment or later may become visible yet; `seen` are those that already were. */
  readonly since: string
  readonly seen: ReadonlySet<string>
}

/** Milliseconds: longer than a write takes from the moment of its event to its commit. One that took longer is missed, and noticed. */
const longestWrite = 15_000
/** The same of an import. */
const longestImport = 3_600_000
/** Events that are read to catch up. */
const mostEvents = 50_000
/** Blocks that are read again however few there are. Where there are more, and half of all, all are read. */
const fewBlocks = 200

/** From which moment on events may become visible after `now`. */
export const sinceOf = (now: Date): string => new Date(now.getTime() - longestWrite).toISOString()

/** Null while a list is not counted. */
export async function readVersions(tx: Transaction): Promise<Versions | null> {
  const tags = factLists.map((list) => sql`${listVersionSql(list)} as ${sql.identifier(list)}`)
  const { rows } = await tx.execute<Record<FactList, string | null>>(sql`select ${sql.join(tags, sql`, `)}`)
  const versions = factLists.flatMap((list) => {
    const version = parseListVersion(rows[0]?.[list])
    return version === null ? [] : [[list, version] as const]
  })
  return versions.length < factLists.length ? null : (Object.fromEntries(versions) as Record<FactList, ListVersion>)
}

/** A write to a list: of a record, by its key; of an import, by the moment that its records bear; or of no fact at all. */
type Write = {
  readonly id: string
  readonly list: FactList
  readonly isRecent: boolean
  readonly key: string | null
  readonly importedAt: string | null
}
type EventRow = {
  readonly id: string
  readonly type: string
  readonly key: string
  readonly at: string
  readonly isRecent: boolean
  readonly told: ImportTold | null
}
/** What the event of an import says. */
type ImportTold = { readonly records?: { readonly to: string }; readonly stubs?: { readonly to: number } }

/** The writes of records that facts are made of, from a moment on; null where there are too many. */
export async function readWrites(tx: Transaction, since: string, recent = since): Promise<Write[] | null> {
  const types = sql.join(
    factLists.map((list) => sql`${entityTypes[list]}`),
    sql`, `,
  )
  const ofImports = (moment: string) => new Date(Date.parse(moment) - longestImport).toISOString()
  const { id, entityType, entityId, at } = auditEvents
  const { rows } = await tx.execute<EventRow>(sql`
    (select ${id} as id, ${entityType} as type, ${entityId} as key, ${at}::text as at, ${at} >= ${recent} as "isRecent",
      null::json as told
    from ${auditEvents} where ${at} >= ${since} and ${entityType} in (${types}) limit ${mostEvents + 1})
    union all
    select ${id}, ${entityType}, ${entityId}, ${at}::text, ${at} >= ${ofImports(recent)}, ${auditEvents.changes}
    from ${auditEvents} where ${at} >= ${ofImports(since)} and ${entityType} = 'import'`)
  return rows.length > mostEvents ? null : rows.flatMap(writesOf)
}

function writesOf({ id, type, key, at, isRecent, told }: EventRow): Write[] {
  const write = { id, isRecent, key: null, importedAt: null }
  if (told === null) {
    return factLists.flatMap((list) => (entityTypes[list] === type ? [{ ...write, list, key }] : []))
  }
  const records: Write[] = told.records?.to === 'changes' ? [{ ...write, list: 'changes', importedAt: at }] : []
  // Stubs stand for changes of which nothing is known: no figure counts them.
  return (told.stubs?.to ?? 0) > 0 ? [...records, { ...write, list: 'changes' }] : records
}

/** What is kept with what was written since; null where that cannot be told, or is too much. */
export async function catchUp(
  tx: Transaction,
  kept: KeptFacts,
  versions: Versions,
  since: string,
): Promise<KeptFacts | null> {
  if (factLists.every((list) => isSame(kept.versions[list], versions[list]))) return kept
  const recent = since > kept.since ? since : kept.since
  const writes = await readWrites(tx, kept.since, recent)
  if (writes === null) return null
  const unseen = writes.filter(({ id }) => !kept.seen.has(id))
  const isComplete = factLists.every((list) => {
    const [before, after] = [kept.versions[list], versions[list]]
    const found = unseen.filter((write) => write.list === list).length
    return before.epoch === after.epoch && after.writes - before.writes === found
  })
  if (!isComplete) return null
  const blocks = await readWritten(tx, kept, unseen)
  if (blocks === null) return null
  const seen = new Set(writes.flatMap(({ id, isRecent }) => (isRecent ? [id] : [])))
  return { blocks, dictionaries: kept.dictionaries, versions, since: recent, seen }
}

/** Whether facts are those of the snapshot that a transaction sees. */
export async function isOfSnapshot(tx: Transaction, { versions }: AllFacts): Promise<boolean> {
  const seen = versions && (await readVersions(tx))
  return Boolean(versions && seen && factLists.every((list) => isSame(versions[list], seen[list])))
}

const isSame = (one: Versions[FactList], other: Versions[FactList]) =>
  one.epoch === other.epoch && one.writes === other.writes

/** The blocks with those read again that written records belong to; null where that is most of them. */
async function readWritten(
  tx: Transaction,
  { blocks, dictionaries }: KeptFacts,
  writes: readonly Write[],
): Promise<FactBlocks | null> {
  const keys = await readTouchedKeys(tx, writes)
  const runs = {
    changes: runsOf(blocks.changes, keys.changes),
    improvements: runsOf(blocks.improvements, keys.improvements),
  }
  const [touched, all] = [
    [...runs.changes, ...runs.improvements].reduce((sum, { size }) => sum + size, 0),
    blocks.changes.length + blocks.improvements.length,
  ]
  if (touched > Math.max(fewBlocks, all / 2)) return null
  const readAgain = async (source: FactSource) => {
    const replacements = new Map<string, FactBlock[]>()
    for (const { range, size } of runs[source]) {
      const rows = await readFacts(tx, source, range, size > 1 ? 'portion' : 'block')
      replacements.set(range.from, makeBlocks(range.from, rows, dictionaries))
    }
    return replaceBlocks(blocks[source], runs[source], replacements)
  }
  return { changes: await readAgain('changes'), improvements: await readAgain('improvements') }
}

/** The records whose facts depend on those that were written. */
async function readTouchedKeys(
  tx: Transaction,
  writes: readonly Write[],
): Promise<Record<FactSource, readonly string[]>> {
  const keysOf = (...lists: FactList[]) =>
    writes.flatMap(({ list, key }) => (key !== null && lists.includes(list) ? [key] : []))
  const imported = await readImported(tx, new Set(writes.flatMap(({ importedAt }) => importedAt ?? [])))
  const ofChanges = [...new Set([...keysOf('changes', 'policy_decisions'), ...imported])]
  const [ofReviews, ofImprovements] = [[...new Set(keysOf('reviews'))], keysOf('improvements')]
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

/** The changes that imports of some moments wrote. What wrote them after that has an event of its own. */
async function readImported(tx: Transaction, moments: ReadonlySet<string>): Promise<string[]> {
  if (moments.size === 0) return []
  const { rows } = await tx.execute<{ number: string }>(sql`
    select ${changes.number} as number from ${changes}
    where ${changes.updatedAt} = any(${sql.param([...moments])}::timestamptz[])`)
  return rows.map(({ number }) => number)
}
