import pg from 'pg'
import { type CountedOutcome, countedOutcomes } from '#lib/contracts/app/figure-tokens.ts'
import { compareCodePoints } from '#lib/filter/text-comparison.ts'
import type { PopulationName } from './populations.ts'
import type { FactRow, KeyRange } from './read-facts.ts'

/** The facts of one population in a block, as columns: 24 bytes for each fact, and its days where they matter. */
export type Facts = {
  readonly population: PopulationName
  readonly count: number
  /** The days between which all of them lie. */
  readonly firstDay: number
  readonly lastDay: number
  /** Fields of `factFields` one after the other, fact by fact. */
  readonly fields: Int32Array
  /** Days to review of each fact, NaN for none; empty but for completed reviews. */
  readonly days: Float64Array
}
export const factFields = { day: 0, bits: 1, type: 2, team: 3, services: 4, outcome: 5 } as const
export const fieldCount = Object.keys(factFields).length
/** What the numbers of a fact mean. */
export const factsLayout = [factFields, countedOutcomes] as const

/** All facts of the records from a key on, up to that of the next block. */
export type FactBlock = { readonly from: string; readonly facts: readonly Facts[] }

/** Records of a block: what is read again when one of them was written. */
const blockSize = 128

/** Texts that facts have in common, by number. */
type Dictionary = { readonly ids: ReadonlyMap<string, number>; readonly texts: readonly string[] }
export type Dictionaries = {
  readonly types: Dictionary
  readonly teams: Dictionary
  /** Sets of services, as PostgreSQL writes them. */
  readonly services: Dictionary
  /** The services of each set, each once, by the number of the set. */
  readonly servicesOfSet: readonly (readonly string[])[]
}
type Growing = { readonly ids: Map<string, number>; readonly texts: string[] }
export type GrowingDictionaries = {
  readonly types: Growing
  readonly teams: Growing
  readonly services: Growing
  readonly servicesOfSet: (readonly string[])[]
}

const emptyDictionary = (): Growing => ({ ids: new Map(), texts: [] })
export const emptyDictionaries = (): GrowingDictionaries => ({
  types: emptyDictionary(),
  teams: emptyDictionary(),
  services: emptyDictionary(),
  servicesOfSet: [],
})

/** Stands for a text that is missing. */
export const noText = -1

function numberOf({ ids, texts }: Growing, text: string | null): number {
  if (text === null) return noText
  const known = ids.get(text)
  if (known !== undefined) return known
  ids.set(text, texts.length)
  return texts.push(text) - 1
}

/** The outcome among those that are counted, and their number for any other one. */
const outcomeOf = (outcome: string | null): number => {
  const index = countedOutcomes.indexOf((outcome ?? 'none') as CountedOutcome)
  return index < 0 ? countedOutcomes.length : index
}

/** The type of `text[]`, which the driver's own list of types leaves out. */
const textArray = 1009 as number
const readArray = pg.types.getTypeParser(textArray, 'text') as (text: string) => (string | null)[]
function numberOfSet({ services, servicesOfSet }: GrowingDictionaries, set: string | null): number {
  const number = numberOf(services, set)
  if (set !== null && number === servicesOfSet.length) {
    servicesOfSet.push([...new Set(readArray(set))].filter((service) => service !== null))
  }
  return number
}

/** The blocks that the rows of a range make, in their order by key. */
export function makeBlocks(from: string, rows: readonly FactRow[], dictionaries: GrowingDictionaries): FactBlock[] {
  const blocks: FactBlock[] = []
  let [start, keys, begin] = [0, 0, from]
  for (const [index, { id }] of rows.entries()) {
    if (id === rows[index - 1]?.id) continue
    keys += 1
    if (keys <= blockSize) continue
    blocks.push(makeBlock(begin, rows.slice(start, index), dictionaries))
    ;[start, keys, begin] = [index, 1, id]
  }
  blocks.push(makeBlock(begin, rows.slice(start), dictionaries))
  return blocks
}

function makeBlock(from: string, rows: readonly FactRow[], dictionaries: GrowingDictionaries): FactBlock {
  const byPopulation = Map.groupBy(rows, ({ population }) => population)
  return {
    from,
    facts: [...byPopulation].map(([population, of]) => ({
      population,
      count: of.length,
      firstDay: Math.min(...of.map(({ day }) => day)),
      lastDay: Math.max(...of.map(({ day }) => day)),
      fields: Int32Array.from(of.flatMap((row) => fieldsOf(row, dictionaries))),
      days: population === 'completed' ? Float64Array.from(of, ({ days }) => days ?? Number.NaN) : new Float64Array(),
    })),
  }
}

const fieldsOf = ({ day, bits, type, team, services, outcome }: FactRow, known: GrowingDictionaries): number[] => [
  day,
  bits,
  numberOf(known.types, type),
  numberOf(known.teams, team),
  numberOfSet(known, services),
  outcomeOf(outcome),
]

/** The place of the block that a key belongs to. */
function placeOf(blocks: readonly FactBlock[], key: string): number {
  let [low, high] = [0, blocks.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (compareCodePoints(blocks[middle]?.from ?? '', key) <= 0) low = middle
    else high = middle - 1
  }
  return low
}

/** Blocks that lie side by side, read by one statement. */
export type BlockRun = { readonly range: KeyRange; readonly place: number; readonly size: number }

/** Blocks that are read by one statement at most. */
const longestRun = 64

/** The blocks that some keys belong to, in their order, those side by side together. */
export function runsOf(blocks: readonly FactBlock[], keys: readonly string[]): BlockRun[] {
  const places = [...new Set(keys.map((key) => placeOf(blocks, key)))].sort((one, other) => one - other)
  const runs: { place: number; size: number }[] = []
  for (const place of places) {
    const last = runs.at(-1)
    if (last && last.size < longestRun && last.place + last.size === place) last.size += 1
    else runs.push({ place, size: 1 })
  }
  return runs.map(({ place, size }) => ({
    ...{ place, size },
    range: { from: blocks[place]?.from ?? '', to: blocks[place + size]?.from ?? null },
  }))
}

/** The blocks with runs of them replaced, each by what is under the key that it begins with. */
export function replaceBlocks(
  blocks: readonly FactBlock[],
  runs: readonly BlockRun[],
  replacements: ReadonlyMap<string, readonly FactBlock[]>,
): FactBlock[] {
  const replaced: FactBlock[] = []
  let next = 0
  for (const { range, place, size } of runs) {
    replaced.push(...blocks.slice(next, place), ...(replacements.get(range.from) ?? []))
    next = place + size
  }
  return [...replaced, ...blocks.slice(next)]
}
