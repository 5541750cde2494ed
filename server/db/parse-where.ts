import { type SQL, sql } from 'drizzle-orm'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'
import { AppError } from '#server/errors.ts'
import { type FilterColumns, filterShape, filterToSql } from './filter-sql.ts'
import type { Shape } from './statement.ts'

/** The condition that a `query` parameter asks for; undefined without one. Throws `invalid_filter` with line and column. */
export function parseWhere(query: string | undefined, fields: FilterFields, columns: FilterColumns): SQL | undefined {
  const tree = parseQuery(query, fields)
  return tree && filterToSql(tree, columns)
}

/** The same parted: what of the condition the SQL tells, its values, and the SQL with placeholders for them. */
export function parseShapedWhere(
  query: string | undefined,
  fields: FilterFields,
  columns: FilterColumns,
): Shape & { readonly tree: FilterTree | undefined; where(): SQL | undefined } {
  const tree = parseQuery(query, fields)
  if (tree === undefined) return { key: '', values: {}, tree, where: () => undefined }
  const { key, values } = filterShape(tree)
  const named = Object.fromEntries(values.map((value, index) => [`filter${index}`, value]))
  return {
    key,
    values: named,
    tree,
    where() {
      let index = 0
      return filterToSql(tree, columns, () => sql.placeholder(`filter${index++}`))
    },
  }
}

function parseQuery(query: string | undefined, fields: FilterFields): FilterTree | undefined {
  if (query === undefined) return undefined
  const result = parseFilter(query, fields)
  if (result.ok) return result.tree
  const { message, line, column } = result.error
  throw new AppError('invalid_filter', `query, line ${line}, column ${column}: ${message}`, {
    details: [{ field: 'query', in: 'query', issue: message }],
  })
}
