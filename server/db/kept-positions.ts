import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { processWideFor } from '#server/process-wide.ts'
import type { ListVersion } from './list-version.ts'
import type { Tally } from './tally.ts'

/** Where the records of a list stand in an order, as of a version of it: every hundredth one in ascending order. */
export type Positions = {
  readonly tag: string
  readonly total: number
  /** Identifiers of the records at 0, `spacing`, 2 × `spacing` … */
  readonly anchors: readonly string[]
  /** The last record when they were taken, and how the list stood then. */
  readonly last: string | null
  readonly taken: Pick<ListVersion, 'epoch' | 'inserted' | 'removed'>
}

/** Records from one anchor to the next. */
export const spacing = 100

/** What a process keeps of the lists of a database; none of it is believed without the version that it is of. */
export type Kept = {
  readonly totals: LRUCache<string, { readonly tag: string; readonly total: number }>
  readonly positions: LRUCache<string, Positions>
  /** The version that each list was last asked far in at, while no positions were known. */
  readonly asked: LRUCache<string, string>
  readonly taking: Map<string, Promise<void>>
  /** Filters that were asked for, with their values. */
  readonly filters: LRUCache<string, true>
  /** Shapes of filters whose last answer did not fit on a page. */
  readonly long: LRUCache<string, true>
  readonly tallies: LRUCache<string, Tally>
  /** The version that each list was last at when a tally was wished for. */
  readonly wished: LRUCache<string, string>
  readonly tallying: Map<string, Promise<void>>
}

/** Totals that are kept, and anchors of all orders together: some tens of megabytes at most. */
const [mostTotals, mostAnchors] = [5_000, 200_000]
/** Tallies that are kept: a megabyte or two at most. */
const mostTallies = 20

/** What is kept of the database of a pool. */
export const keptOf = (pool: Pool): Kept =>
  processWideFor('kept-positions', pool, () => ({
    totals: new LRUCache({ max: mostTotals }),
    positions: new LRUCache({ maxSize: mostAnchors, sizeCalculation: ({ anchors }) => anchors.length + 1 }),
    asked: new LRUCache({ max: mostTotals }),
    taking: new Map(),
    filters: new LRUCache({ max: mostTotals }),
    long: new LRUCache({ max: mostTotals }),
    tallies: new LRUCache({ max: mostTallies }),
    wished: new LRUCache({ max: mostTallies }),
    tallying: new Map(),
  }))

/** Waits for what is made of the lists of a database while nobody waits for it; for tests and measurements. */
export async function settleKept(pool: Pool): Promise<void> {
  const { taking, tallying } = keptOf(pool)
  await Promise.all([...taking.values(), ...tallying.values()])
}
