import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { WithSubquery } from 'drizzle-orm/subquery'
import type { Queryable } from './client.ts'

/**
 * A row of another table as a part of a statement that writes, so that both are one round trip and one transaction: it
 * is inserted if `cause`, another part, gives a row. `rowParameters` with the same prefix gives its values.
 */
export function withRow(db: Queryable, name: string, table: PgTable, prefix: string, cause: WithSubquery) {
  return db.$with(name).as(db.insert(table).select(sql`select ${rowValues(table, prefix)} from ${cause}`))
}

/** Placeholders for all columns of a table, in their order. */
export function rowValues(table: PgTable, prefix: string): SQL {
  const values = Object.entries(getTableColumns(table)).map(
    ([field, column]) => sql`${sql.param(sql.placeholder(`${prefix}${field}`), column)}`,
  )
  return sql.join(values, sql`, `)
}

/** The values of the parameters that `withRow` adds to a statement: one for each column. */
export function rowParameters(prefix: string, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parameters: Record<string, unknown> = {}
  for (const field in row) parameters[prefix + field] = row[field]
  return parameters
}
