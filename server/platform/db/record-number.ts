import { eq, getTableName, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { numberKey as keyOf } from '#lib/text/record-number.ts'
import { notFound } from '#server/platform/errors.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import type { Queryable, Transaction } from './client.ts'
import { runPrepared } from './prepared.ts'

/**
 * The number of the record that a number in any spelling identifies, as the record has it; null if there is none.
 * The record with exactly this number comes first.
 */
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
