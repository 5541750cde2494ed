import { asc, desc, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The order of a list as it can be looked up in: keys that are never NULL, the last of them tells the records apart. */
export type ListOrder = {
  readonly keys: readonly (PgColumn | SQL)[]
  readonly identifier: PgColumn
  readonly isDescending: boolean
}

/**
 * The order of a list: `sort` names a field of `columns`, with `-` before it for descending. The identifier breaks ties
 * in the same direction, so that descending is ascending reversed.
 */
export function listOrder(
  sort: string,
  columns: Readonly<Record<string, PgColumn | SQL>>,
  identifier: PgColumn,
): ListOrder {
  const isDescending = sort.startsWith('-')
  const column = columns[isDescending ? sort.slice(1) : sort]
  if (!column) throw new Error(`No column to sort by for ${sort}.`)
  return { keys: column === identifier ? [identifier] : [column, identifier], identifier, isDescending }
}

/** What an order is written as in SQL. */
export const orderTerms = ({ keys, isDescending }: Pick<ListOrder, 'keys' | 'isDescending'>): SQL[] =>
  keys.map((key) => (isDescending ? desc(key) : asc(key)))

/** `listOrder` as SQL. */
export const orderBy = (...order: Parameters<typeof listOrder>): SQL[] => orderTerms(listOrder(...order))
