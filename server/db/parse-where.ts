import { type SQL, sql } from 'drizzle-orm'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'
import { AppError } from '#server/errors.ts'
import { type FilterColumns, filterShape, filterToSql, isFoundByTrigrams } from './filter-sql.ts'
import type { Shape } from './statement.ts'

/** The condition that a `query` parameter asks for; undefined without one. Throws `invalid_filter` with line and column. */
export function parseWhere(query: string | undefined, fields: FilterFields, columns: FilterColumns): SQL | undefined {
  const tree = parseQuery(query, fields)
  return tree && filterToSql(tree, columns)
}

/** A condition parted: what of it the SQL tells, its values, and the SQL with placeholders for them. */
type ShapedWhere = Shape & {
  /** Whether an index on trigrams gives all for which it may hold. */
  readonly isByTrigrams: boolean
  where(): SQL | undefined
}

/** The same parted, with the filter that it is of. */
export function parseShapedWhere(
  query: string | undefined,
  fields: FilterFields,
  columns: FilterColumns,
): ShapedWhere & { readonly tree: FilterTree | undefined } {
  const tree = parseQuery(query, fields)
  return { tree, ...shapeWhere(tree, columns, 'filter') }
}

/** The condition of a filter parted; its placeholders begin with `name`. */
export function shapeWhere(tree: FilterTree | undefined, columns: FilterColumns, name: string): ShapedWhere {
  if (tree === undefined) return { key: '', values: {}, isByTrigrams: false, where: () => undefined }
  const { key, values } = filterShape(tree, columns)
  return {
    key,
    isByTrigrams: isFoundByTrigrams(tree, columns),
    values: Object.fromEntries(values.map((value, index) => [`${name}${index}`, value])),
    where() {
      let index = 0
      return filterToSql(tree, columns, () => sql.placeholder(`${name}${index++}`))
    },
  }
}

/** The filter that a `query` parameter is; undefined without one. Throws `invalid_filter` with line and column. */
export function parseQuery(query: string | undefined, fields: FilterFields): FilterTree | undefined {
  if (query === undefined) return undefined
  const result = parseFilter(query, fields)
  if (result.ok) return result.tree
  const { message, line, column } = result.error
  throw new AppError('invalid_filter', `query, line ${line}, column ${column}: ${message}`, {
    details: [{ field: 'query', in: 'query', issue: message }],
  })
}
