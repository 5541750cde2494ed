import type { RemoteRow } from './table-api.ts'

/** One condition, such as `state=3`. */
type Condition = { readonly field: string; readonly operator: string; readonly value: string }

/**
 * The parts of an encoded query: alternatives (`^NQ`) of groups that must all match (`^`); in each group, one condition
 * must match (`^OR`).
 */
export type EncodedQuery = readonly (readonly (readonly Condition[])[])[]

/** The operators, longer ones before those that are their beginning. */
const operators = [
  'INSTANCEOF',
  'ISNOTEMPTY',
  'ISEMPTY',
  'NOT LIKE',
  'NOT IN',
  'NOTLIKE',
  'STARTSWITH',
  'ENDSWITH',
  'BETWEEN',
  'LIKE',
  'IN',
  '>=',
  '<=',
  '!=',
  '=',
  '>',
  '<',
]
const pattern = new RegExp(`^([a-z0-9_.]+?)(${operators.join('|')})(.*)$`, 's')

/** Splits a query at single carets; `^^` is a caret in a value. */
const splitConditions = (text: string): string[] => text.match(/(?:\^\^|[^^])+/g) ?? []

/**
 * Parses an encoded query, ignoring its order. A condition that is not understood has an empty operator; its field is
 * empty too if it names none, such as a text search or the conditions of a related list.
 */
export function parseEncodedQuery(text: string): EncodedQuery {
  const alternatives: Condition[][][] = [[]]
  let isRelated = false
  for (const part of splitConditions(text)) {
    const isEnd = part === 'ENDRLQUERY'
    isRelated = !isEnd && (isRelated || /^(NQ|OR)?RLQUERY/.test(part))
    if (isRelated || isEnd || part === '' || part === 'EQ' || /^(ORDERBY|GROUPBY)/.test(part)) continue
    const [, joint, rest = part] = /^(NQ|OR)(.*)$/s.exec(part) ?? []
    if (joint === 'NQ') alternatives.push([])
    if (rest === '') continue
    const groups = alternatives.at(-1) ?? []
    const last = groups.at(-1)
    if (joint === 'OR' && last) last.push(parseCondition(rest))
    else groups.push([parseCondition(rest)])
  }
  return alternatives
}

function parseCondition(text: string): Condition {
  const [, field, operator = '', value = ''] = pattern.exec(text) ?? []
  return field === undefined
    ? { field: /^[a-z_][a-z0-9_.]*/.exec(text)?.[0] ?? '', operator: '', value: text }
    : { field, operator, value: value.replaceAll('^^', '^') }
}

/** Splits a filter at `^NQ`, dropping its order. */
function splitAlternatives(filter: string): string[] {
  const parts = splitConditions(filter).filter((part) => part !== 'EQ' && !/^(ORDERBY|GROUPBY)/.test(part))
  const alternatives: string[][] = [[]]
  for (const part of parts) {
    if (!part.startsWith('NQ')) alternatives.at(-1)?.push(part)
    else alternatives.push(part === 'NQ' ? [] : [part.slice(2)])
  }
  return alternatives.map((conditions) => conditions.join('^'))
}

/**
 * Builds a query for the rows that match a filter and one of the given conditions. `^NQ` binds weakest, so each
 * alternative of the filter is combined with each condition.
 */
export function narrowFilter(filter: string, conditions: readonly string[]): string {
  const alternatives = splitAlternatives(filter)
  const narrowed = conditions.flatMap((condition) =>
    alternatives.map((alternative) => [alternative, condition].filter((part) => part !== '').join('^')),
  )
  return narrowed.join('^NQ')
}

/** Lists the fields that a filter names. */
export function listFilterFields(filter: string): string[] {
  const conditions = parseEncodedQuery(filter).flat(2)
  return [...new Set(conditions.flatMap(({ field }) => field || []))]
}

/** Tolerance for dates in milliseconds: ServiceNow may read the dates of a filter in the zone of the account. */
const dateTolerance = 26 * 3_600_000

/** Returns false only if a row certainly does not match; scripts, unknown operators and missing fields count as met. */
export const rowFits = (row: RemoteRow, filter: EncodedQuery): boolean =>
  filter.some((groups) => groups.every((group) => group.some((condition) => mayMeet(row, condition))))

function mayMeet(row: RemoteRow, { field, operator, value }: Condition): boolean {
  const raw = row[field]
  if (typeof raw !== 'string' || value.includes('javascript:') || value.startsWith('DYNAMIC')) return true
  const cell = raw.toLowerCase()
  const lowerValue = value.toLowerCase() === 'null' ? '' : value.toLowerCase()
  const list = lowerValue.split(',').map((part) => part.trim())
  switch (operator) {
    case '=':
      return isEqual(cell, lowerValue)
    case '!=':
      return cell === '' || !(cell === lowerValue)
    case '>':
    case '>=':
      return compare(cell, lowerValue) >= (operator === '>' ? Number.MIN_VALUE : 0)
    case '<':
    case '<=':
      return compare(lowerValue, cell) >= (operator === '<' ? Number.MIN_VALUE : 0)
    case 'ISEMPTY':
      return cell === ''
    case 'ISNOTEMPTY':
      return cell !== ''
    case 'LIKE':
      return cell.includes(lowerValue)
    case 'NOT LIKE':
    case 'NOTLIKE':
      return cell === '' || !cell.includes(lowerValue)
    case 'STARTSWITH':
      return cell.startsWith(lowerValue)
    case 'ENDSWITH':
      return cell.endsWith(lowerValue)
    case 'IN':
      return list.some((part) => isEqual(cell, part))
    case 'NOT IN':
      return cell === '' || !list.includes(cell)
    default:
      return true
  }
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\d/.test(text)
const parseTime = (text: string) => Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)

/** The spellings of true and false. */
const truths: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false, '': false }

function isEqual(cell: string, value: string): boolean {
  if (isDate(cell) && isDate(value)) return Math.abs(parseTime(cell) - parseTime(value)) <= dateTolerance
  if (truths[cell] !== undefined && truths[cell] === truths[value]) return true
  return cell === value || (cell !== '' && value !== '' && Number(cell) === Number(value))
}

/** Compares two values: above 0 if the first is greater, 1 if they cannot be compared. */
function compare(left: string, right: string): number {
  if (isDate(left) && isDate(right)) return parseTime(left) - parseTime(right) + dateTolerance
  const first = Number(left)
  const second = Number(right)
  return left === '' || right === '' || Number.isNaN(first) || Number.isNaN(second) ? 1 : first - second
}
