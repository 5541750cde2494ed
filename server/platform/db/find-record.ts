import { eq, getTableName, or, sql } from 'drizzle-orm'
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { numberKey as keyOf } from '#lib/text/record-number.ts'
import { notFound } from '#server/platform/errors.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import type { Queryable, Transaction } from './client.ts'
import { runPrepared } from './prepared.ts'

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

/** The number of the record that a number in any spelling identifies, else null. An equal spelling comes first. */
export async function findNumber(db: Queryable, column: PgColumn, number: string): Promise<string | null> {
  const name = JSON.stringify(['number', getTableName(column.table), column.name])
  const exact = sql.placeholder('number')
  const [record] = await runPrepared(db, name, { number, key: keyOf(number) }, (db) =>
    db
      .select({ number: sql<string>`${column}` })
      .from(column.table)
      .where(or(eq(column, exact), eq(numberKeySql(column), sql.placeholder('key'))))
      .orderBy(sql`${column} <> ${exact}`, column)
      .limit(1),
  )
  return record?.number ?? null
}

/** The number of the record that a number in any spelling identifies. Throws `not_found`. */
export async function getNumber(db: Queryable, column: PgColumn, noun: string, number: string): Promise<string> {
  const stored = await findNumber(db, column, number)
  if (stored === null) throw notFound(noun, number)
  return stored
}

/**
 * The number under which a record is written: the number of the existing record, else `number` itself. An insertion
 * fails if another transaction has stored another spelling meanwhile; a second call then returns that spelling.
 */
export const chooseNumberToWrite = async (tx: Transaction, column: PgColumn, number: string): Promise<string> =>
  (await findNumber(tx, column, number)) ?? number
