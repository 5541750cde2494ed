import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FilterFieldType } from '#lib/contracts/filter-fields.ts'
import type { Comparison, FilterTree, FilterValue } from '#lib/filter/syntax-tree.ts'
import { foldCase } from '#lib/filter/text-comparison.ts'

/**
 * Where each field of a filter is found. By the field's type the column is text or varchar, any number type, boolean,
 * timestamptz, date or, for a list, text[].
 */
export type FilterColumns = Readonly<Record<string, PgColumn | SQL>>

const SQL_TYPES: Readonly<Record<FilterFieldType, SQL>> = {
  text: sql`text`,
  number: sql`numeric`,
  boolean: sql`boolean`,
  timestamp: sql`timestamptz`,
  date: sql`date`,
  list: sql`text`,
}

const ORDERINGS = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` }

/**
 * The condition that holds for exactly the rows for which evaluateFilter holds. Values travel as parameters only.
 *
 * AND and OR are true of NULL operands exactly when they would be true with false in their place, so a comparison may
 * be NULL for an empty field and an index serves it as it stands. Only what negates must ask for `is not true`.
 */
export function filterToSql(tree: FilterTree, columns: FilterColumns): SQL {
  switch (tree.kind) {
    case 'and':
      return sql`(${sql.join(allToSql(tree.operands, columns), sql` and `)})`
    case 'or':
      return sql`(${sql.join(allToSql(tree.operands, columns), sql` or `)})`
    case 'not':
      return isNotTrue(filterToSql(tree.operand, columns))
    case 'comparison':
      return comparisonToSql(tree, columns)
  }
}

const isNotTrue = (condition: SQL) => sql`((${condition}) is not true)`

const allToSql = (trees: readonly FilterTree[], columns: FilterColumns) =>
  trees.map((tree) => filterToSql(tree, columns))

function comparisonToSql({ field, type, operator, values }: Comparison, columns: FilterColumns): SQL {
  const found = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (!found) throw new Error(`No column for the filter field ${field}.`)
  const column = sql`(${found})`
  switch (operator) {
    case '=':
    case 'IN':
      return equalsOneOf(column, type, values)
    case '!=':
    case 'NOT IN':
      return isNotTrue(equalsOneOf(column, type, values))
    case '~':
      return type === 'list'
        ? sql`exists (select from unnest${column} as item where ${containsText(sql`item`, values[0])})`
        : containsText(column, values[0])
    default:
      return sql`${type === 'text' ? sql`${column} collate "C"` : column} ${ORDERINGS[operator]} ${valueParameter(values[0], type)}`
  }
}

function equalsOneOf(column: SQL, type: FilterFieldType, values: Comparison['values']): SQL {
  if (type === 'list') return sql`${column} && ${arrayParameter(values, type)}`
  return values.length === 1
    ? sql`${column} = ${valueParameter(values[0], type)}`
    : sql`${column} = any(${arrayParameter(values, type)})`
}

/**
 * The condition that a text contains another, whatever the case. The collation is named so that every server folds case
 * as foldCase does, whatever its locale.
 */
export function containsText(column: SQL | PgColumn, value: FilterValue): SQL {
  const pattern = `%${foldCase(String(value)).replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${column} collate "und-x-icu") like ${pattern}`
}

const valueParameter = (value: FilterValue, type: FilterFieldType) => sql`${sql.param(value)}::${SQL_TYPES[type]}`

const arrayParameter = (values: readonly FilterValue[], type: FilterFieldType) =>
  sql`${sql.param(values)}::${SQL_TYPES[type]}[]`
