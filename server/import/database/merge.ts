import type { SQL } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { buildMergeStatements, type MergePlan } from './merge-statements.ts'
import { type ProtectedChanges, selectProtectedChanges } from './open-reviews.ts'

/** The effects of an import on the records; those that it would have if it is a dry run. */
export type MergeCounts = {
  inserted: number
  updated: number
  unchanged: number
  /** Records that keep some values because a person or an API client has edited them. */
  kept: number
  /** Stubs created for unknown changes that incidents refer to. */
  stubs: number
  /** Changes whose review fields stay as they are, because they are reviewed in Hindsight. */
  underReview: ProtectedChanges
}

type MergeOptions = MergePlan & {
  readonly isDryRun?: boolean
  readonly onRecords?: (done: number) => void
}

/**
 * Merges the staged rows into their table in batches, in the order of the key: new records are inserted, differing ones
 * updated. A dry run only counts. Call it inside a transaction.
 */
export async function mergeStagedRows(db: Queryable, options: MergeOptions): Promise<MergeCounts> {
  const { target, author, isDryRun = false, onRecords = () => {} } = options
  const statements = buildMergeStatements(options)
  const run = <Row extends Record<string, unknown>>(statement: SQL) => db.execute<Row>(statement)
  const counting = selectProtectedChanges(target, author.actor)
  const protectedCounts = counting === undefined ? undefined : await run<ProtectedChanges>(counting)
  const underReview = protectedCounts?.rows[0] ?? { count: 0, first: [] }
  const counts: MergeCounts = { inserted: 0, updated: 0, unchanged: 0, kept: 0, stubs: 0, underReview }
  /** Runs a statement if records are expected, and returns how many it wrote. */
  const write = async (build: () => SQL, expected: number) =>
    expected === 0 || isDryRun ? expected : ((await run(build())).rowCount ?? 0)
  onRecords(0)
  for (let after = '', done = 0; ; ) {
    const next = await run<{ last: string | null; count: number; hasExisting: boolean }>(statements.range(after))
    const { last = null, count = 0, hasExisting = true } = next.rows[0] ?? {}
    if (last === null) break
    const range = { after, last }
    const allNew = { inserted: count, updated: 0, kept: 0 }
    const compared = hasExisting ? (await run<typeof allNew>(statements.compare(range))).rows[0] : undefined
    const { inserted, updated, kept } = compared ?? allNew
    const changed = await write(() => statements.update(range), updated)
    const insertedCount = await write(() => statements.insert(range), inserted)
    // Another writer has inserted the rest since the comparison.
    const overtaken = await write(() => statements.update(range), inserted - insertedCount)
    counts.inserted += insertedCount
    counts.updated += changed + overtaken
    counts.unchanged += count - insertedCount - changed - overtaken
    counts.kept += kept
    after = last
    done += count
    onRecords(done)
  }
  if (statements.stubs) {
    if (!isDryRun) await run(statements.stubs.lock)
    const unknown = await run<{ count: number }>(statements.stubs.count)
    counts.stubs = await write(statements.stubs.insert, unknown.rows[0]?.count ?? 0)
  }
  return counts
}
