import { numberKey } from '#lib/text/record-number.ts'
import { compareCodePoints, foldCase } from '#lib/text/text-comparison.ts'
import type { Comparison, FilterTree, FilterValue } from './syntax-tree.ts'
import { readTimestamp } from './timestamp.ts'

/** Values by field name. A timestamp is a Date or ISO 8601, a date YYYY-MM-DD. */
export type FilterRecord = Readonly<Record<string, FilterValue | Date | readonly string[] | null | undefined>>

/**
 * True if a record satisfies a filter. Defines the meaning of the language, which the SQL must match.
 *
 * NOT binds tightest, then AND, then OR: `NOT state = new AND risk = high OR pir_completed = true` is
 * `((NOT state = new) AND risk = high) OR pir_completed = true`.
 *
 * There is no third truth value: an empty field makes `!=` and `NOT IN` true and every other comparison false, and NOT
 * negates, so that `NOT risk = high` is the same as `risk != high`. Texts are ordered by code
 * point; `~` ignores case (see foldCase). A list matches when one of its elements does.
 */
export function evaluateFilter(tree: FilterTree, record: FilterRecord): boolean {
  switch (tree.kind) {
    case 'and':
      return tree.operands.every((operand) => evaluateFilter(operand, record))
    case 'or':
      return tree.operands.some((operand) => evaluateFilter(operand, record))
    case 'not':
      return !evaluateFilter(tree.operand, record)
    case 'comparison':
      return evaluateComparison(tree, listValues(record[tree.field], tree.type))
    case 'emptiness':
      return tree.isEmpty === isEmpty(record[tree.field])
  }
}

function evaluateComparison(comparison: Comparison, held: readonly FilterValue[]): boolean {
  const { operator, values } = comparison
  const [value] = values
  const equals = (item: FilterValue) =>
    values.some((one) => toComparedValue(one, comparison) === toComparedValue(item, comparison))
  switch (operator) {
    case '=':
    case 'IN':
      return held.some(equals)
    case '!=':
    case 'NOT IN':
      return !held.some(equals)
    case '<':
      return held.some((item) => compare(item, value) < 0)
    case '<=':
      return held.some((item) => compare(item, value) <= 0)
    case '>':
      return held.some((item) => compare(item, value) > 0)
    case '>=':
      return held.some((item) => compare(item, value) >= 0)
    case '~':
      return held.some((item) => foldCase(String(item)).includes(foldCase(String(value))))
  }
}

/** A value as `=` compares it. */
export const toComparedValue = (value: FilterValue, { isNumber }: Comparison): FilterValue =>
  isNumber ? numberKey(String(value)) : value

const isEmpty = (held: FilterRecord[string]) =>
  held === null || held === undefined || held === '' || (Array.isArray(held) && held.length === 0)

/** The values that a field holds: none for an empty field, the elements of a list, else one value. */
function listValues(held: FilterRecord[string], type: Comparison['type']): readonly FilterValue[] {
  if (held === null || held === undefined) return []
  if (held instanceof Date) return listValues(held.toISOString(), type)
  if (typeof held === 'object') return held
  if (type !== 'timestamp') return [held]
  const timestamp = readTimestamp(String(held))
  return timestamp === undefined ? [] : [timestamp]
}

function compare(a: FilterValue, b: FilterValue): number {
  return typeof a === 'string' && typeof b === 'string' ? compareCodePoints(a, b) : Number(a) - Number(b)
}
