import { type SQL, type SQLChunk, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FilterFieldType } from '#lib/contracts/filter-fields.ts'
import type { Comparison, FilterTree, FilterValue } from '#lib/filter/syntax-tree.ts'
import { foldCase } from '#lib/filter/text-comparison.ts'
import { foldedText, trigramQueries } from './text-trigrams.ts'

/** A text and the trigrams by which an index finds it, which may be those of more than it. */
export type TextByTrigrams = { readonly text: PgColumn | SQL; readonly trigrams: SQL }

/**
 * Where each field of a filter is found. By the field's type the column is text or varchar, any number type, boolean,
 * timestamptz, date or, for a list, text[].
 */
export type FilterColumns = Readonly<Record<string, PgColumn | SQL | TextByTrigrams>>

const SQL_TYPES: Readonly<Record<FilterFieldType, SQL>> = {
  text: sql`text`,
  number: sql`numeric`,
  boolean: sql`boolean`,
  timestamp: sql`timestamptz`,
  date: sql`date`,
  list: sql`text`,
}

const ORDERINGS = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` }

/** How the one value of a comparison is written into the SQL. */
type Put = (value: FilterValue | readonly FilterValue[]) => SQLChunk

/**
 * The condition that holds for exactly the rows for which evaluateFilter holds. Values travel as parameters only.
 *
 * AND and OR are true of NULL operands exactly when they would be true with false in their place, so a comparison may
 * be NULL for an empty field and an index serves it as it stands. Only what negates must ask for `is not true`.
 */
export function filterToSql(tree: FilterTree, columns: FilterColumns, put: Put = (value) => sql.param(value)): SQL {
  switch (tree.kind) {
    case 'and':
      return sql`(${sql.join(allToSql(tree.operands, columns, put), sql` and `)})`
    case 'or':
      return sql`(${sql.join(allToSql(tree.operands, columns, put), sql` or `)})`
    case 'not':
      return isNotTrue(filterToSql(tree.operand, columns, put))
    case 'comparison':
      return comparisonToSql(tree, columns, put)
  }
}

/** What of a filter decides its SQL, and the values that do not, in the order in which `filterToSql` puts them. */
export function filterShape(tree: FilterTree, columns: FilterColumns): { key: string; values: unknown[] } {
  const values: unknown[] = []
  const keyOf = (part: FilterTree): string => {
    if (part.kind === 'not') return `not(${keyOf(part.operand)})`
    if (part.kind !== 'comparison') return `${part.kind}(${part.operands.map(keyOf).join()})`
    values.push(parameterOf(part))
    const key = `${part.field} ${part.operator}${isSeveral(part) ? ' several' : ''}`
    const byTrigrams = trigramsOf(part, columns)
    if (byTrigrams === null) return key
    values.push(byTrigrams.queries)
    return `${key} trigrams`
  }
  return { key: keyOf(tree), values }
}

/** Whether an index on trigrams gives all for which a filter may hold. */
export function isFoundByTrigrams(tree: FilterTree, columns: FilterColumns): boolean {
  if (tree.kind === 'comparison') return trigramsOf(tree, columns) !== null
  if (tree.kind === 'not') return false
  const areFound = tree.operands.map((operand) => isFoundByTrigrams(operand, columns))
  return tree.kind === 'and' ? areFound.includes(true) : !areFound.includes(false)
}

const isNotTrue = (condition: SQL) => sql`((${condition}) is not true)`

const allToSql = (trees: readonly FilterTree[], columns: FilterColumns, put: Put) =>
  trees.map((tree) => filterToSql(tree, columns, put))

/** Whether the values of a comparison are one array. */
const isSeveral = ({ type, operator, values }: Comparison): boolean =>
  operator !== '~' && (type === 'list' || values.length > 1)

/** What a comparison gives the database, but for what finds its text by trigrams. */
function parameterOf(comparison: Comparison): FilterValue | readonly FilterValue[] {
  const { operator, values } = comparison
  return operator === '~' ? likePattern(values[0]) : isSeveral(comparison) ? values : values[0]
}

function columnOf(field: string, columns: FilterColumns) {
  const found = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (!found) throw new Error(`No column for the filter field ${field}.`)
  return found
}

/** By which trigrams the texts of a comparison are found, and what these match; null where there are none to tell. */
function trigramsOf({ field, operator, values }: Comparison, columns: FilterColumns) {
  const column = columnOf(field, columns)
  const queries = operator === '~' && 'trigrams' in column ? trigramQueries(foldCase(String(values[0]))) : null
  return queries !== null && 'trigrams' in column ? { trigrams: column.trigrams, queries } : null
}

function comparisonToSql(comparison: Comparison, columns: FilterColumns, put: Put): SQL {
  const { field, type, operator } = comparison
  const found = columnOf(field, columns)
  const column = sql`(${'trigrams' in found ? found.text : found})`
  const value = put(parameterOf(comparison))
  const byTrigrams = trigramsOf(comparison, columns)
  switch (operator) {
    case '=':
    case 'IN':
      return equalsOneOf(column, comparison, value)
    case '!=':
    case 'NOT IN':
      return isNotTrue(equalsOneOf(column, comparison, value))
    case '~':
      if (type === 'list') return sql`exists (select from unnest${column} as item where ${isLike(sql`item`, value)})`
      return byTrigrams === null
        ? isLike(column, value)
        : isAmong(isLike(column, value), byTrigrams.trigrams, put(byTrigrams.queries))
    default:
      return sql`${type === 'text' ? sql`${column} collate "C"` : column} ${ORDERINGS[operator]} ${value}::${SQL_TYPES[type]}`
  }
}

function equalsOneOf(column: SQL, comparison: Comparison, value: SQLChunk): SQL {
  const type = SQL_TYPES[comparison.type]
  if (comparison.type === 'list') return sql`${column} && ${value}::${type}[]`
  return isSeveral(comparison) ? sql`${column} = any(${value}::${type}[])` : sql`${column} = ${value}::${type}`
}

/** The condition that a text contains another, whatever the case. */
export function containsText(found: SQL | PgColumn | TextByTrigrams, value: FilterValue): SQL {
  if (!('trigrams' in found)) return isLike(found, likePattern(value))
  const comparison = isLike(found.text, likePattern(value))
  const queries = trigramQueries(foldCase(String(value)))
  return queries === null ? comparison : isAmong(comparison, found.trigrams, sql.param(queries))
}

const likePattern = (value: FilterValue) => `%${foldCase(String(value)).replace(/[\\%_]/g, '\\$&')}%`

/** Most texts are nothing but ASCII, which is folded in a fifth of the time. */
const isLike = (column: SQL | PgColumn, pattern: SQLChunk | string): SQL =>
  sql`case when octet_length(${column}) = length(${column}) then lower(${column} collate "C")
    else ${foldedText(column)} collate "C" end like ${pattern}`

/**
 * A comparison of texts that an index on their trigrams serves. The comparison is first, so that trigrams are made of the
 * texts for which it holds alone where the index does not serve. PostgreSQL takes every pattern of a certain length for
 * rare; what `coalesce` gives it takes for neither, so that how many match is told by the trigrams.
 */
const isAmong = (comparison: SQL, trigrams: SQL, queries: SQLChunk): SQL =>
  sql`(coalesce(${comparison}, false) and ${trigrams} @@ any(${queries}::tsquery[]))`
