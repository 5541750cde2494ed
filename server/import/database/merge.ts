import type { PoolClient } from 'pg'
import { type MergePlan, mergeStatements } from './merge-statements.ts'
import type { EarlyStore } from './store-early.ts'

/** What an import did to the records, or would do. */
export type MergeCounts = {
  inserted: number
  updated: number
  unchanged: number
  /** Records of which something was kept, since a person or a client of the API has written to it here. */
  kept: number
  /** Stub changes made for numbers that incidents name. */
  stubs: number
}

export type MergeOptions = MergePlan & {
  readonly isDryRun: boolean
  /** What was stored while the file was read; left out where everything waited. */
  readonly early?: EarlyStore | undefined
  onRecords(done: number): void
}

/**
 * Brings the staged rows into their table in the order of the key, a batch at a time: new records are inserted, those
 * that differ are updated, the others are left alone. A dry run only counts. To be called inside a transaction.
 */
export async function mergeStagedRows(client: PoolClient, options: MergeOptions): Promise<MergeCounts> {
  const statements = mergeStatements(options)
  const stored = (await options.early?.settle()) ?? { inserted: 0, stubs: 0 }
  const counts: MergeCounts = { ...stored, updated: 0, unchanged: 0, kept: 0 }
  options.onRecords(stored.inserted)
  if (options.early?.isComplete) return counts
  let after = ''
  /** How many records an insert stored: those that another writer was faster with are left out. */
  const run = async (insert: string, expected: number, values?: string[]) =>
    expected === 0 || options.isDryRun ? expected : ((await client.query(insert, values)).rowCount ?? 0)
  const compare = async (values: string[]) => {
    const { rows } = await client.query<Pick<MergeCounts, 'inserted' | 'updated' | 'kept'>>(statements.compare, values)
    return rows[0] ?? { inserted: 0, updated: 0, kept: 0 }
  }
  for (let done = stored.inserted; ; ) {
    const range = await client.query<{ last: string | null; count: number; hasKnown: boolean }>(statements.range, [
      after,
    ])
    const { last = null, count = 0, hasKnown = true } = range.rows[0] ?? {}
    if (last === null) break
    const { inserted, updated, kept } = hasKnown
      ? await compare([after, last])
      : { inserted: count, updated: 0, kept: 0 }
    if (updated > 0 && !options.isDryRun) await client.query(statements.update, [after, last])
    const stored = await run(statements.insert, inserted, [after, last])
    counts.inserted += stored
    counts.updated += updated
    counts.unchanged += count - stored - updated
    counts.kept += kept
    after = last
    done += count
    options.onRecords(done)
  }
  if (statements.stubs) {
    const { rows } = await client.query<{ count: number }>(statements.stubs.count)
    counts.stubs += await run(statements.stubs.insert, rows[0]?.count ?? 0)
  }
  return counts
}
