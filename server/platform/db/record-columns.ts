import { type GetColumnData, getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** The column of a table with this database name. */
type ColumnNamed<Table extends PgTable, Name> = {
  [Property in keyof Table['_']['columns']]: Table['_']['columns'][Property] extends { _: { name: Name } }
    ? Table['_']['columns'][Property]
    : never
}[keyof Table['_']['columns']]

/** Finds the column with a name, and its property. The result throws for a name without a column. */
function findColumns(table: PgTable) {
  const columns = Object.entries(getTableColumns(table))
  const byName = new Map(columns.map(([property, column]) => [column.name, { property, column }] as const))
  return (name: string) => {
    const found = byName.get(name)
    if (found === undefined) throw new Error(`The table has no column for the field ${name}.`)
    return found
  }
}

/** The columns by the field names of the contract, which are the column names. Throws for any other field. */
export function recordColumns<Table extends PgTable, Field extends string>(
  table: Table,
  fields: readonly Field[],
): { [Name in Field]: ColumnNamed<Table, Name> } {
  const find = findColumns(table)
  const entries = fields.map((field) => [field, find(field).column])
  return Object.fromEntries(entries)
}

/** The values of a row by the field names of the contract, which are the column names. */
export function toRecord<Table extends PgTable, Field extends string>(
  table: Table,
  row: Table['$inferSelect'],
  fields: readonly Field[],
): { [Name in Field]: GetColumnData<ColumnNamed<Table, Name>> } {
  const find = findColumns(table)
  const values = new Map<string, unknown>(Object.entries(row))
  const entries = fields.map((field) => [field, values.get(find(field).property)])
  return Object.fromEntries(entries)
}

/** The values of a record by the names of the contract as a row for an insert or update. */
export function recordValues<Table extends PgTable>(
  table: Table,
  record: Readonly<Record<string, unknown>>,
): Partial<Table['$inferInsert']> {
  const find = findColumns(table)
  const entries = Object.entries(record).map(([field, value]) => [find(field).property, value])
  return Object.fromEntries(entries)
}
