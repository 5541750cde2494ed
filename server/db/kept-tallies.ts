import { count } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { FilterRecord } from '#lib/filter/evaluate.ts'
import type { Database } from './client.ts'
import { versionOf } from './kept-list.ts'
import type { Kept } from './kept-positions.ts'
import { readListsTag } from './list-version.ts'
import { type Built, runShaped } from './statement.ts'
import { type Tallied, type Tally, tallyKey } from './tally.ts'

// A tally is made while nobody waits for it, once such a filter is asked again that nobody has written the list since, and
// believed for that version of it.

/** Combinations of values that are counted. */
const mostCells = 2_000

/** The tally that counts a filter, of whatever version it is. */
export function tallyOf({ tallies }: Kept, tallied: Tallied | undefined): Tally | undefined {
  const tally = tallied && tallies.get(tallyKey(tallied))
  return tally?.cells ? tally : undefined
}

/** Forgets a tally of another version than is asked for. */
export const dropTally = ({ tallies }: Kept, tallied: Tallied) => tallies.delete(tallyKey(tallied))

/** Makes a tally where the list stands as it did when one was wished for before. Nobody waits for it, and it may fail. */
export function tallySoon(db: Database, kept: Kept, tallied: Tallied): void {
  const key = tallyKey(tallied)
  if (kept.tallying.has(key)) return
  const making = tallyIfQuiet(db, kept, tallied)
    .catch(() => {})
    .finally(() => kept.tallying.delete(key))
  kept.tallying.set(key, making)
}

async function tallyIfQuiet(db: Database, { tallies, wished }: Kept, tallied: Tallied): Promise<void> {
  const key = tallyKey(tallied)
  const tag = await readListsTag(db, [tallied.list])
  if (tag === null || tallies.get(key)?.tag === tag) return
  const before = wished.get(key)
  wished.set(key, tag)
  if (before !== tag) return
  // One that takes too long is not tried again for this version.
  tallies.set(key, { tag, cells: null })
  const made = await makeTally(db, tallied)
  if (made !== null) tallies.set(key, made)
}

/** Null where the list is empty or not counted. */
async function makeTally(db: Database, { list, columns }: Tallied): Promise<Tally | null> {
  type Row = FilterRecord & { readonly tag: string | null; readonly records: number }
  const shape = { key: `tally of ${list} ${Object.keys(columns)}`, values: {} }
  const rows = await runShaped<Row>(db, shape, (): Built => {
    const by = Object.values(columns)
    const fields: SelectedFields = { tag: versionOf([list]), records: count(), ...columns }
    const query = db
      .select(fields)
      .from((by[0] as PgColumn).table as PgTable)
      .groupBy(...by)
      .limit(mostCells + 1)
    return { query, fields }
  })
  const tag = rows[0]?.tag
  if (tag === undefined || tag === null) return null
  if (rows.length > mostCells) return { tag, cells: null }
  return { tag, cells: rows.map(({ tag: _, records, ...record }) => ({ record, count: records })) }
}
