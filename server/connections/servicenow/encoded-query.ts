/** One condition, such as `state=3`. */
export type Condition = { readonly field: string; readonly operator: string; readonly value: string }

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
export const listFilterFields = (filter: string): string[] => [
  ...new Set(
    parseEncodedQuery(filter)
      .flat(2)
      .flatMap(({ field }) => (field === '' ? [] : [field])),
  ),
]
