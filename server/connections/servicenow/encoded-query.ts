/** One condition, such as `state=3`. */
export type Condition = { readonly field: string; readonly operator: string; readonly value: string }

/**
 * The parts of an encoded query: alternatives (`^NQ`), each with groups that must all match (`^`); in a group one
 * condition must match (`^OR`).
 */
export type EncodedQuery = readonly (readonly (readonly Condition[])[])[]

/** The operators, in an order in which none hides a longer one. */
const operators = [
  ...[
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
  ],
  ...['>=', '<=', '!=', '=', '>', '<'],
]
const pattern = new RegExp(`^([a-z0-9_.]+?)(${operators.join('|')})(.*)$`, 's')

/** The parts between single carets; `^^` is a caret of a value. */
const splitConditions = (text: string): string[] => text.match(/(?:\^\^|[^^])+/g) ?? []

/**
 * Reads an encoded query without its order. A condition that is not understood has an empty operator, and no field if it
 * is about none, such as a search for words or the conditions of a related list.
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

/** The parts of a filter between `^NQ`, without its order. */
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
 * A query for the rows that match a filter and one of the given conditions: `^NQ` binds weakest, so that each
 * alternative of the filter is joined with each condition.
 */
export function narrowFilter(filter: string, conditions: readonly string[]): string {
  const alternatives = splitAlternatives(filter)
  const narrowed = conditions.flatMap((condition) =>
    alternatives.map((alternative) => [alternative, condition].filter((part) => part !== '').join('^')),
  )
  return narrowed.join('^NQ')
}

/** The fields that a filter names. */
export const fieldsOfFilter = (filter: string): string[] => [
  ...new Set(
    parseEncodedQuery(filter)
      .flat(2)
      .flatMap(({ field }) => (field === '' ? [] : [field])),
  ),
]
