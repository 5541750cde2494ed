import { type SQL, type SQLChunk, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FilterFields, FilterFieldType } from '#lib/contracts/filter-fields.ts'
import { toComparedValue } from '#lib/filter/evaluate.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import type { Comparison, Emptiness, FilterTree, FilterValue } from '#lib/filter/syntax-tree.ts'
import { foldCase } from '#lib/text/text-comparison.ts'
import { AppError } from '#server/platform/errors.ts'
import { foldedText, numberKeySql } from '#server/schema/columns.ts'

/** By filter field: text, any number type, boolean, timestamptz, date or, for a list, text[]. */
export type FilterColumns = Readonly<Record<string, PgColumn | SQL>>

const sqlTypes: Readonly<Record<FilterFieldType, SQL>> = {
  text: sql`text`,
  number: sql`numeric`,
  boolean: sql`boolean`,
  timestamp: sql`timestamptz`,
  date: sql`date`,
  list: sql`text`,
}

const orderings = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` }

/** Converts the value of a comparison to SQL. */
type ValueToSql = (value: FilterValue | readonly FilterValue[]) => SQLChunk

/**
 * The condition that is true for exactly the rows for which evaluateFilter is true. Values are always parameters.
 * A NULL operand of AND and OR has the same effect as false, so a comparison may be NULL for an empty field, and an
 * index can be used. Only negation needs `is not true`.
 */
export function filterToSql(
  tree: FilterTree,
  columns: FilterColumns,
  put: ValueToSql = (value) => sql.param(value),
): SQL {
  switch (tree.kind) {
    case 'and':
      return sql`(${sql.join(allToSql(tree.operands, columns, put), sql` and `)})`
    case 'or':
      return sql`(${sql.join(allToSql(tree.operands, columns, put), sql` or `)})`
    case 'not':
      return isNotTrue(filterToSql(tree.operand, columns, put))
    case 'comparison':
      return comparisonToSql(tree, columns, put)
    case 'emptiness':
      return tree.isEmpty ? isEmpty(tree, columns) : sql`(not ${isEmpty(tree, columns)})`
  }
}

/** The part of a filter that determines its SQL, and its values in the order of `filterToSql`. */
export function filterShape(tree: FilterTree): { key: string; values: unknown[] } {
  const values: unknown[] = []
  const buildKey = (part: FilterTree): string => {
    if (part.kind === 'emptiness') return `${part.field} is ${part.isEmpty ? '' : 'not '}empty`
    if (part.kind === 'not') return `not(${buildKey(part.operand)})`
    if (part.kind !== 'comparison') return `${part.kind}(${part.operands.map(buildKey).join()})`
    values.push(chooseParameter(part))
    return `${part.field} ${part.operator}${isSeveral(part) ? ' several' : ''}`
  }
  return { key: buildKey(tree), values }
}

const isNotTrue = (condition: SQL) => sql`((${condition}) is not true)`

const allToSql = (trees: readonly FilterTree[], columns: FilterColumns, put: ValueToSql) =>
  trees.map((tree) => filterToSql(tree, columns, put))

/** True if the values of a comparison are one array. */
const isSeveral = ({ type, operator, values }: Comparison): boolean =>
  operator !== '~' && (type === 'list' || values.length > 1)

const isEquality = ({ operator }: Comparison) => ['=', 'IN', '!=', 'NOT IN'].includes(operator)

/** The parameter of a comparison. */
function chooseParameter(comparison: Comparison): FilterValue | readonly FilterValue[] {
  const { operator } = comparison
  const values = isEquality(comparison)
    ? comparison.values.map((value) => toComparedValue(value, comparison))
    : comparison.values
  return operator === '~' ? likePattern(values[0]) : isSeveral(comparison) ? values : values[0]
}

function getColumn(field: string, columns: FilterColumns) {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (!column) throw new Error(`No column for the filter field ${field}.`)
  return column
}

function comparisonToSql(comparison: Comparison, columns: FilterColumns, put: ValueToSql): SQL {
  const { field, type, operator } = comparison
  const plainColumn = getColumn(field, columns)
  const isKey = comparison.isNumber === true && isEquality(comparison)
  const column = sql`(${isKey ? numberKeySql(sql`${plainColumn}`) : plainColumn})`
  const value = put(chooseParameter(comparison))
  switch (operator) {
    case '=':
    case 'IN':
      return matchesAny(column, comparison, value)
    case '!=':
    case 'NOT IN':
      return isNotTrue(matchesAny(column, comparison, value))
    case '~':
      if (type === 'list') return sql`exists (select from unnest${column} as item where ${isLike(sql`item`, value)})`
      return isLike(column, value)
    default:
      return sql`${type === 'text' ? sql`${column} collate "C"` : column} ${orderings[operator]} ${value}::${sqlTypes[type]}`
  }
}

/** Never NULL. */
function isEmpty({ field, type }: Emptiness, columns: FilterColumns): SQL {
  const column = sql`(${getColumn(field, columns)})`
  if (type === 'text') return sql`(${column} is null or ${column} = '')`
  if (type === 'list') return sql`(${column} is null or cardinality(${column}) = 0)`
  return sql`(${column} is null)`
}

function matchesAny(column: SQL, comparison: Comparison, value: SQLChunk): SQL {
  const type = sqlTypes[comparison.type]
  if (comparison.type === 'list') return sql`${column} && ${value}::${type}[]`
  return isSeveral(comparison) ? sql`${column} = any(${value}::${type}[])` : sql`${column} = ${value}::${type}`
}

/** The condition that a text contains another, ignoring case. */
export const containsText = (text: SQL | PgColumn, value: FilterValue): SQL => isLike(text, likePattern(value))

const likePattern = (value: FilterValue) => `%${foldCase(String(value)).replace(/[\\%_]/g, '\\$&')}%`

const isLike = (text: SQL | PgColumn, pattern: SQLChunk | string): SQL => sql`${foldedText(text)} like ${pattern}`

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

/** A filter for records of which one of two fields contains the text, ignoring case, like `~`. */
export function hasText(fields: readonly [string, string], text: string): FilterTree {
  const contains = (field: string) =>
    ({ kind: 'comparison', field, type: 'text', operator: '~', values: [text] }) as const
  return { kind: 'or', operands: [contains(fields[0]), contains(fields[1])] }
}
