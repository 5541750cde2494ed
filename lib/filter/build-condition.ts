import type { FilterField, FilterFieldType } from '#lib/contracts/filter-fields.ts'
import { printValue } from './print.ts'
import type { FilterOperator } from './syntax-tree.ts'

export type ConditionChoice = {
  readonly operator: FilterOperator
  readonly words: string
  /** True if it takes several values, of which one must match. */
  readonly isMultiple: boolean
}

const choice = (operator: FilterOperator, words: string): ConditionChoice => ({
  operator,
  words,
  isMultiple: operator === 'IN' || operator === 'NOT IN',
})

const isOne = choice('=', 'is')
const isNot = choice('!=', 'is not')
const isAnyOf = choice('IN', 'is any of')
const isNoneOf = choice('NOT IN', 'is none of')
const contains = choice('~', 'contains')

const choices: Readonly<Record<FilterFieldType, readonly ConditionChoice[]>> = {
  text: [isOne, isNot, contains],
  list: [choice('=', 'includes'), choice('!=', 'does not include'), choice('~', 'has one that contains')],
  boolean: [isOne],
  number: [isOne, isNot, choice('>=', 'at least'), choice('<=', 'at most'), choice('>', 'above'), choice('<', 'below')],
  date: [choice('>=', 'from'), choice('<', 'before'), isOne, choice('>', 'after'), choice('<=', 'until')],
  timestamp: [choice('>=', 'from'), choice('<', 'before')],
}

/** The comparisons that the filter builder offers for a field, the most usual first. */
export function listConditionChoices({ type, values }: FilterField): readonly ConditionChoice[] {
  if (values === undefined) return choices[type]
  if (type === 'list') return [choice('IN', 'includes any of'), choice('NOT IN', 'includes none of'), contains]
  return type === 'text' ? [isAnyOf, isNoneOf, contains] : choices[type]
}

/** A condition in the filter language, such as `risk IN (high, very_high)`; null without a value. */
export function buildCondition(field: string, operator: FilterOperator, values: readonly string[]): string | null {
  const [first, second] = values
  if (first === undefined || first === '') return null
  if (operator !== 'IN' && operator !== 'NOT IN') return `${field} ${operator} ${printValue(first)}`
  if (second === undefined) return `${field} ${operator === 'IN' ? '=' : '!='} ${printValue(first)}`
  return `${field} ${operator} (${values.map(printValue).join(', ')})`
}
