import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** The column of a table with this database name. */
type ColumnNamed<Table extends PgTable, Name> = {
  [Property in keyof Table['_']['columns']]: Table['_']['columns'][Property] extends { _: { name: Name } }
    ? Table['_']['columns'][Property]
    : never
}[keyof Table['_']['columns']]

/** The columns by the field names of the contract, which are the column names. Throws for any other field. */
export function recordColumns<Table extends PgTable, Field extends string>(
  table: Table,
  fields: readonly Field[],
): { [Name in Field]: ColumnNamed<Table, Name> } {
  const byName = new Map(Object.values(getTableColumns(table)).map((column) => [column.name, column]))
  const entries = fields.map((field) => {
    const column = byName.get(field)
    if (column === undefined) throw new Error(`The table has no column for the field ${field}.`)
    return [field, column]
  })
  return Object.fromEntries(entries)
}

/** The values of a record by the names of the contract as a row for an insert or update. */
export function recordValues<Table extends PgTable>(
  table: Table,
  record: Readonly<Record<string, unknown>>,
): Partial<Table['$inferInsert']> {
  const propertiesByColumn = Object.entries(getTableColumns(table)).map(
    ([property, { name }]) => [name, property] as const,
  )
  const properties = new Map<string, string>(propertiesByColumn)
  const entries = Object.entries(record).map(([field, value]) => {
    const property = properties.get(field)
    if (property === undefined) throw new Error(`The table has no column for the field ${field}.`)
    return [property, value]
  })
  return Object.fromEntries(entries)
}
