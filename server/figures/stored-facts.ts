import { deserialize, serialize } from 'node:v8'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/client.ts'
import { figureBlocks, figureStates } from '#server/db/schema/figures.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { newId } from '#server/ids.ts'
import { log } from '#server/log.ts'
import type { FactBlocks, KeptFacts } from './catch-up.ts'
import { type FactBlock, type Facts, factsLayout } from './fact-blocks.ts'
import { type FactSource, factSources, factsText } from './read-facts.ts'

// Facts that are stored are believed like those in memory: with the versions of the lists that they are of, and brought
// up to date by the history.

/** Facts as they are stored, under a token that another process replaces when it stores others. */
export type StoredFacts = { readonly token: string; readonly facts: KeptFacts }

const name = 'all'
/** Blocks read or written by a statement. */
const portion = 200

/** What facts of this program are made by. */
const shapeOf = () => JSON.stringify([factsText(), factsLayout])

/** All but the blocks, as JSON has it. */
type State = Pick<KeptFacts, 'versions' | 'since'> & {
  readonly seen: readonly string[]
  readonly types: readonly string[]
  readonly teams: readonly string[]
  readonly services: readonly string[]
  readonly servicesOfSet: readonly (readonly string[])[]
}

const growing = (texts: readonly string[]) => ({
  ids: new Map(texts.map((text, index) => [text, index] as const)),
  texts: [...texts],
})

/** What is stored; null where nothing is that is of use to this program. */
export async function readStoredFacts(tx: Transaction): Promise<StoredFacts | null> {
  const [found] = await tx.select().from(figureStates).where(eq(figureStates.name, name))
  if (!found || found.shape !== shapeOf()) return null
  const { versions, since, seen, types, teams, services, servicesOfSet } = found.state as State
  const dictionaries = {
    types: growing(types),
    teams: growing(teams),
    services: growing(services),
    servicesOfSet: [...servicesOfSet],
  }
  try {
    const blocks = { changes: await readBlocks(tx, 'changes'), improvements: await readBlocks(tx, 'improvements') }
    return { token: found.token, facts: { blocks, dictionaries, versions, since, seen: new Set(seen) } }
  } catch (error) {
    // Written by a newer runtime.
    if (!(error instanceof Error) || !/deserializ/i.test(error.message)) throw error
    log.info({ err: error }, 'stored facts of figures cannot be read')
    return null
  }
}

async function readBlocks(tx: Transaction, source: FactSource): Promise<FactBlock[]> {
  const blocks: FactBlock[] = []
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: { from: string; block: Buffer }[] } = await tx.execute(sql`
      select ${figureBlocks.fromKey} as from, ${figureBlocks.block} as block from ${figureBlocks}
      where ${figureBlocks.source} = ${source} and (${after}::text is null or ${figureBlocks.fromKey} > ${after})
      order by ${figureBlocks.fromKey} limit ${portion}`)
    for (const { from, block } of rows) blocks.push({ from, facts: (deserialize(block) as Facts[]).map(alone) })
    after = rows.at(-1)?.from ?? null
    if (rows.length < portion) return blocks
  }
}

/** The same in memory of their own: what is read are views of all that was received. */
const alone = (facts: Facts): Facts => ({ ...facts, fields: facts.fields.slice(), days: facts.days.slice() })

type Changed = { readonly source: FactSource; readonly block: FactBlock }

/** The blocks that are not among those that are stored, and the keys of those that are stored and no more. */
export function changedSince(stored: StoredFacts | undefined, { blocks }: { readonly blocks: FactBlocks }) {
  const written: Changed[] = []
  const gone: { source: FactSource; from: string }[] = []
  for (const source of factSources) {
    const before = new Set(stored?.facts.blocks[source])
    const froms = new Set(blocks[source].map(({ from }) => from))
    for (const block of blocks[source]) if (!before.has(block)) written.push({ source, block })
    for (const { from } of before) if (!froms.has(from)) gone.push({ source, from })
  }
  return { written, gone }
}

/** Stores facts in place of those that are stored. Null, and nothing is done, where these are no more what is stored. */
export function storeFacts(
  db: Database,
  facts: KeptFacts,
  stored: StoredFacts | undefined,
): Promise<StoredFacts | null> {
  const { written, gone } = changedSince(stored, facts)
  const state = stateOf(facts)
  return inTransaction(db, async (tx) => {
    const token = newId('fct', new Date())
    const row = { name, token: '', shape: '', state: {}, storedAt: new Date().toISOString() }
    await tx.insert(figureStates).values(row).onConflictDoNothing()
    const [known] = await tx.select().from(figureStates).where(eq(figureStates.name, name)).for('update')
    if (stored === undefined) await tx.delete(figureBlocks)
    else if (known?.token !== stored.token) return null
    for (const source of factSources) {
      const keys = gone.flatMap((block) => (block.source === source ? [block.from] : []))
      const isGone = sql`${figureBlocks.source} = ${source} and ${inArray(figureBlocks.fromKey, keys)}`
      if (keys.length > 0) await tx.delete(figureBlocks).where(isGone)
    }
    for (let start = 0; start < written.length; start += portion) {
      await writeBlocks(tx, written.slice(start, start + portion))
    }
    await tx
      .update(figureStates)
      .set({ ...row, token, shape: shapeOf(), state })
      .where(eq(figureStates.name, name))
    return { token, facts }
  })
}

const writeBlocks = (tx: Transaction, changed: readonly Changed[]) =>
  tx
    .insert(figureBlocks)
    .values(changed.map(({ source, block }) => ({ source, fromKey: block.from, block: serialize(block.facts) })))
    .onConflictDoUpdate({ target: [figureBlocks.source, figureBlocks.fromKey], set: { block: sql`excluded.block` } })

/** As it is when it is called: dictionaries grow. */
function stateOf({ versions, since, seen, dictionaries }: KeptFacts): State {
  const { types, teams, services, servicesOfSet } = dictionaries
  return {
    ...{ versions, since, seen: [...seen] },
    ...{ types: [...types.texts], teams: [...teams.texts], services: [...services.texts] },
    servicesOfSet: [...servicesOfSet],
  }
}

/** Whether there was something stored, which is no more. */
export async function forgetStoredFacts(db: Database): Promise<boolean> {
  const forgotten = await db
    .delete(figureStates)
    .where(eq(figureStates.name, name))
    .returning({ name: figureStates.name })
  return forgotten.length > 0
}
