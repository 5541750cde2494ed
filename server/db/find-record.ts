import DataLoader from 'dataloader'
import { getTableName, sql } from 'drizzle-orm'
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { Pool } from 'pg'
import { processWideFor } from '#server/process-wide.ts'
import type { Queryable } from './client.ts'
import { runShaped } from './statement.ts'

/** How records of one kind are read: by the column that identifies them, which is one of `columns`, always the same object. */
export type RecordLookup<Columns extends SelectedFields> = {
  readonly columns: Columns
  readonly key: keyof Columns & string
}

type Found = Readonly<Record<string, unknown>>
type Loader = DataLoader<string, Found | undefined>

/** Records of one statement. */
const atOnce = 100

const loadersOf = (pool: Pool) => processWideFor('record-loaders', pool, () => new Map<SelectedFields, Loader>())

/**
 * The record with a key, or undefined. What is asked for in one turn of the event loop is read in one statement: for a
 * single record it is the statement that costs, not the record. Nothing is kept from one turn to the next.
 */
export async function findRecord<Columns extends SelectedFields>(
  db: Queryable,
  lookup: RecordLookup<Columns>,
  key: string,
): Promise<SelectResultFields<Columns> | undefined> {
  const pool = '$client' in db && db.$client instanceof Pool ? db.$client : undefined
  const found = pool ? await loaderOf(pool, db, lookup).load(key) : (await readAll(db, lookup, [key]))[0]
  return found as SelectResultFields<Columns> | undefined
}

function loaderOf<Columns extends SelectedFields>(pool: Pool, db: Queryable, lookup: RecordLookup<Columns>): Loader {
  const loaders = loadersOf(pool)
  const known = loaders.get(lookup.columns)
  if (known !== undefined) return known
  const loader: Loader = new DataLoader((keys) => readAll(db, lookup, keys), {
    cache: false,
    maxBatchSize: atOnce,
    batchScheduleFn: (read) => setImmediate(read),
  })
  loaders.set(lookup.columns, loader)
  return loader
}

/** The records with these keys, in the order of the keys. */
async function readAll<Columns extends SelectedFields>(
  db: Queryable,
  { columns, key }: RecordLookup<Columns>,
  keys: readonly string[],
): Promise<(Found | undefined)[]> {
  const column = columns[key] as PgColumn
  const shape = {
    key: `${Object.keys(columns).join()} of ${getTableName(column.table)} by ${key}`,
    values: { keys: [...new Set(keys)] },
  }
  const rows = await runShaped<Found>(db, shape, () => ({
    query: db
      .select(columns as SelectedFields)
      .from(column.table as never)
      // A planner that sees how many keys there are makes a plan for each number; the subquery hides them.
      .where(sql`${column} = any((select ${sql.placeholder('keys')}::text[])::text[])`),
    fields: columns,
  }))
  const byKey = new Map(rows.map((row) => [row[key], row]))
  return keys.map((wanted) => byKey.get(wanted))
}
