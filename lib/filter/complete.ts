import type { FilterField, FilterFields } from '#lib/contracts/filter-fields.ts'
import { printValue } from './print.ts'
import { emptinessTests, operatorMeanings, operatorsByType } from './reference.ts'

export type FilterSuggestion = {
  readonly text: string
  readonly kind: 'field' | 'operator' | 'value' | 'keyword'
  readonly description?: string
}

/** Each suggestion replaces the text from `from` to `to`, in UTF-16 units. */
export type FilterCompletion = {
  readonly from: number
  readonly to: number
  readonly suggestions: readonly FilterSuggestion[]
}

type FilterToken = { readonly text: string; readonly from: number; readonly to: number }

type Expected =
  | 'operand'
  | 'operator'
  | 'in'
  | 'emptiness'
  | 'empty'
  | 'list'
  | 'item'
  | 'separator'
  | 'value'
  | 'connective'

/** A position in the filter: the expected token, the current field and the number of open groups. */
type FilterPosition = { readonly expects: Expected; readonly field: string; readonly openGroups: number }

const startPosition: FilterPosition = { expects: 'operand', field: '', openGroups: 0 }

const tokenPattern = /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[!<>=]=?|[~(),]|[^\s"'()!<>=~,]+/gs

/**
 * Suggestions at the cursor (in UTF-16 units): fields, operators of the field before it, known values, AND and OR. Only
 * the text before the cursor counts; it need not be a valid filter.
 */
export function completeFilter(text: string, cursor: number, fields: FilterFields): FilterCompletion {
  const tokens = Array.from(text.matchAll(tokenPattern), toToken)
  const current = tokens.find((token) => token.from < cursor && cursor <= token.to && isUnfinished(token, cursor))
  const from = current?.from ?? cursor
  const place = tokens.filter((token) => token.to <= from).reduce(step, startPosition)
  const beginning = text.slice(from, cursor).replace(/^["']/, '').toLowerCase()
  return { from, to: current?.to ?? cursor, suggestions: rank(suggestAt(place, fields), beginning) }
}

const toToken = (match: RegExpExecArray): FilterToken => ({
  text: match[0],
  from: match.index,
  to: match.index + match[0].length,
})

/** True if a token can be continued: a word, and a quoted text until it is closed, but no operator or punctuation. */
function isUnfinished({ text, to }: FilterToken, cursor: number): boolean {
  if (/^["']/.test(text)) return cursor < to || text.length === 1 || !text.endsWith(text.charAt(0))
  return !/^[!<>=~(),]/.test(text)
}

/** The token expected after an operator that is not followed by its value. */
const afterOperator: Readonly<Record<string, Expected>> = { NOT: 'in', IN: 'list', IS: 'emptiness' }

/** The token expected after a word in another position. */
const following: Readonly<Record<Exclude<Expected, 'operand'>, (word: string) => Expected>> = {
  operator: (word) => afterOperator[word] ?? 'value',
  in: () => 'list',
  emptiness: (word) => (word === 'NOT' ? 'empty' : 'connective'),
  empty: () => 'connective',
  list: () => 'item',
  item: () => 'separator',
  separator: (word) => (word === ',' ? 'item' : 'connective'),
  value: () => 'connective',
  connective: (word) => (word === ')' ? 'connective' : 'operand'),
}

/** Returns the position after another token. Invalid tokens are skipped. */
function step(place: FilterPosition, { text }: FilterToken): FilterPosition {
  const word = text.toUpperCase()
  const { expects, openGroups } = place
  if (expects !== 'operand') {
    const closed = expects === 'connective' && word === ')' ? 1 : 0
    return { ...place, expects: following[expects](word), openGroups: openGroups - closed }
  }
  if (word === '(') return { ...place, openGroups: openGroups + 1 }
  return word === 'NOT' ? place : { ...place, expects: 'operator', field: text }
}

const keywords: Readonly<Partial<Record<Expected, readonly string[]>>> = {
  in: ['IN'],
  emptiness: ['EMPTY', 'NOT EMPTY'],
  empty: ['EMPTY'],
  list: ['('],
  separator: [',', ')'],
  connective: ['AND', 'OR'],
}

function suggestAt({ expects, field: name, openGroups }: FilterPosition, fields: FilterFields): FilterSuggestion[] {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (expects === 'operand') return [...suggestFields(fields), keyword('NOT')]
  if (expects === 'operator') return field ? suggestOperators(field) : []
  if (expects === 'item' || expects === 'value') return field ? suggestValues(field) : []
  const closing = expects === 'connective' && openGroups > 0 ? [')'] : []
  return [...(keywords[expects] ?? []), ...closing].map(keyword)
}

const keyword = (text: string): FilterSuggestion => ({ text, kind: 'keyword' })

const suggestFields = (fields: FilterFields): FilterSuggestion[] =>
  Object.entries(fields).map(([text, { description }]) => ({ text, kind: 'field', description }))

const suggestOperators = (field: FilterField): FilterSuggestion[] => [
  ...operatorsByType[field.type].map((text) => ({
    text,
    kind: 'operator' as const,
    description: operatorMeanings[text],
  })),
  ...Object.entries(emptinessTests).map(([text, description]) => ({ text, kind: 'operator' as const, description })),
]

function suggestValues(field: FilterField): FilterSuggestion[] {
  const values = field.type === 'boolean' ? ['true', 'false'] : (field.values ?? [])
  return values.map((value) => ({ text: printValue(value), kind: 'value' }))
}

/** The suggestions that contain the typed text, first the ones that begin with it. */
function rank(suggestions: readonly FilterSuggestion[], written: string): FilterSuggestion[] {
  const text = (suggestion: FilterSuggestion) => suggestion.text.replace(/^"/, '').toLowerCase()
  const beginning = suggestions.filter((suggestion) => text(suggestion).startsWith(written))
  const containing = suggestions.filter((suggestion) => text(suggestion).indexOf(written) > 0)
  return [...beginning, ...containing]
}
