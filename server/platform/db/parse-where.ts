import type { SQL } from 'drizzle-orm'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import { type FilterColumns, filterToSql } from './filter-sql.ts'

/** The condition of a `query` parameter; undefined without one. Throws `invalid_filter` with line and column. */
export function parseWhere(query: string | undefined, fields: FilterFields, columns: FilterColumns): SQL | undefined {
  const tree = parseQuery(query, fields)
  return tree && filterToSql(tree, columns)
}

/** The filter of a `query` parameter; undefined without one. Throws `invalid_filter` with line and column. */
export function parseQuery(query: string | undefined, fields: FilterFields): FilterTree | undefined {
  if (query === undefined) return undefined
  const result = parseFilter(query, fields)
  if (result.ok) return result.tree
  const { message, line, column } = result.error
  throw new AppError('invalid_filter', `query, line ${line}, column ${column}: ${message}`, {
    details: [{ field: 'query', in: 'query', issue: message }],
  })
}

/** The conjunction of filters; undefined without any. */
export function joinWithAnd(trees: readonly (FilterTree | undefined)[]): FilterTree | undefined {
  const [first, second, ...others] = trees.filter((tree) => tree !== undefined)
  return first && second ? { kind: 'and', operands: [first, second, ...others] } : first
}

/**
 * A filter for records of which one of two fields contains the text, ignoring case, like `~` of the filter language.
 */
export function hasText(fields: readonly [string, string], text: string): FilterTree {
  const contains = (field: string) =>
    ({ kind: 'comparison', field, type: 'text', operator: '~', values: [text] }) as const
  return { kind: 'or', operands: [contains(fields[0]), contains(fields[1])] }
}
