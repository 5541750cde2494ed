import { eq, getTableName, sql } from 'drizzle-orm'
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Queryable } from './client.ts'
import { runPrepared } from './prepared.ts'
import { findNumber } from './record-number.ts'

/** The record whose `key`, one of `columns`, has a value; null if there is none. */
export async function findRecord<Columns extends SelectedFields>(
  db: Queryable,
  columns: Columns,
  key: keyof Columns & string,
  value: string,
): Promise<SelectResultFields<Columns> | null> {
  const identifier = columns[key] as PgColumn
  const name = JSON.stringify([getTableName(identifier.table), key, Object.keys(columns)])
  const [row] = await runPrepared(db, name, { value }, (db) =>
    db
      .select(columns as SelectedFields)
      .from(identifier.table as never)
      .where(eq(identifier, sql.placeholder('value'))),
  )
  return (row as SelectResultFields<Columns> | undefined) ?? null
}

/** The record with a number in any spelling; null if there is none. */
export async function findNumbered<Columns extends SelectedFields & { number: unknown }>(
  db: Queryable,
  columns: Columns,
  column: PgColumn,
  number: string,
): Promise<SelectResultFields<Columns> | null> {
  const row = await findRecord(db, columns, 'number', number)
  if (row) return row
  const storedNumber = await findNumber(db, column, number)
  return storedNumber === null ? null : findRecord(db, columns, 'number', storedNumber)
}
