import type { PoolClient } from 'pg'
import { newId } from '#server/platform/ids.ts'
import { type MergePlan, mergeStatements } from './merge-statements.ts'
import { type ProtectedChanges, protectedChanges } from './open-reviews.ts'
import { alignNumbers, resolveNumbers } from './resolve-numbers.ts'
import { stagingTable } from './staging.ts'
import type { EarlyStore } from './store-early.ts'

/** What an import did to the records, or would do in a dry run. */
export type MergeCounts = {
  inserted: number
  updated: number
  unchanged: number
  /** Records that keep some values because a person or an API client has edited them. */
  kept: number
  /** Stubs created for unknown changes that incidents name. */
  stubs: number
  /** Changes whose review fields stay as they are, as their reviews are made here. */
  underReview: ProtectedChanges
}

export type MergeOptions = MergePlan & {
  readonly isDryRun: boolean
  /** What was stored while the file was read, if anything. */
  readonly early?: EarlyStore | undefined
  onRecords(done: number): void
}

/**
 * Merges the staged rows into their table in batches, in the order of the key: new records are inserted, records that
 * differ are updated. A dry run only counts. Call it inside a transaction.
 */
export async function mergeStagedRows(client: PoolClient, options: MergeOptions): Promise<MergeCounts> {
  const statements = mergeStatements(options)
  const counting = protectedChanges(options.target, options.author.actor)
  const found = counting === undefined ? undefined : await client.query<ProtectedChanges>(counting)
  const stored = (await options.early?.finish()) ?? { inserted: 0, stubs: 0 }
  const underReview = found?.rows[0] ?? { count: 0, first: [] }
  const counts: MergeCounts = { ...stored, updated: 0, unchanged: 0, kept: 0, underReview }
  options.onRecords(stored.inserted)
  if (options.early?.isComplete) return counts
  await alignMentions(client, options)
  let after = ''
  /** Runs an insert and returns its count, which leaves out records that another writer inserted first. */
  const run = async (insert: string, expected: number, values: string[] = []) =>
    expected === 0 || options.isDryRun
      ? expected
      : ((await client.query(insert, [...values, newId('evt', options.author.now)])).rowCount ?? 0)
  const compare = async (values: string[]) => {
    const { rows } = await client.query<Pick<MergeCounts, 'inserted' | 'updated' | 'kept'>>(statements.compare, values)
    return rows[0] ?? { inserted: 0, updated: 0, kept: 0 }
  }
  for (let done = stored.inserted; ; ) {
    const range = await client.query<{ last: string | null; count: number; hasExisting: boolean }>(statements.range, [
      after,
    ])
    const { last = null, count = 0, hasExisting = true } = range.rows[0] ?? {}
    if (last === null) break
    const { inserted, updated, kept } = hasExisting
      ? await compare([after, last])
      : { inserted: count, updated: 0, kept: 0 }
    const changed = await run(statements.update, updated, [after, last])
    const stored = await run(statements.insert, inserted, [after, last])
    counts.inserted += stored
    counts.updated += changed
    counts.unchanged += count - stored - changed
    counts.kept += kept
    after = last
    done += count
    options.onRecords(done)
  }
  if (statements.stubs) {
    if (!options.isDryRun) await client.query(statements.stubs.lock)
    const { rows } = await client.query<{ count: number }>(statements.stubs.count)
    counts.stubs += await run(statements.stubs.insert, rows[0]?.count ?? 0)
  }
  return counts
}

/** Spells the changes that the remaining rows name like the stubs of the rows that were stored before them. */
async function alignMentions(client: PoolClient, { target, early }: MergeOptions): Promise<void> {
  if (!early || target.namesChange === undefined) return
  await resolveNumbers(client, stagingTable, target, { after: 0, last: maxOrdinal })
  await alignNumbers(client, stagingTable, target)
}

const maxOrdinal = 2 ** 31 - 1
