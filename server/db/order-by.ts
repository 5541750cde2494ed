import { asc, desc, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * The order of a list: `sort` names a field of `columns`, with `-` before it for descending. The identifier breaks ties
 * in the same direction, so that descending is ascending reversed.
 */
export function orderBy(sort: string, columns: Readonly<Record<string, PgColumn | SQL>>, identifier: PgColumn): SQL[] {
  const isDescending = sort.startsWith('-')
  const column = columns[isDescending ? sort.slice(1) : sort]
  if (!column) throw new Error(`No column to sort by for ${sort}.`)
  const direction = isDescending ? desc : asc
  return column === identifier ? [direction(identifier)] : [direction(column), direction(identifier)]
}
