import type { SQL } from 'drizzle-orm'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { AppError } from '#server/errors.ts'
import { type FilterColumns, filterToSql } from './filter-sql.ts'

/** The condition that a `query` parameter asks for; undefined without one. Throws `invalid_filter` with line and column. */
export function parseWhere(query: string | undefined, fields: FilterFields, columns: FilterColumns): SQL | undefined {
  if (query === undefined) return undefined
  const result = parseFilter(query, fields)
  if (result.ok) return filterToSql(result.tree, columns)
  const { message, line, column } = result.error
  throw new AppError('invalid_filter', `query, line ${line}, column ${column}: ${message}`, {
    details: [{ field: 'query', in: 'query', issue: message }],
  })
}
