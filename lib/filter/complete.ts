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

/** A position in the filter: the expected token, the current field and the number of open groups. */
type FilterPosition = {
  readonly expects:
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
  readonly field: string
  readonly openGroups: number
}

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
const afterOperator: Readonly<Record<string, FilterPosition['expects']>> = { NOT: 'in', IN: 'list', IS: 'emptiness' }

/** Returns the position after another token. Invalid tokens are skipped. */
function step(place: FilterPosition, { text }: FilterToken): FilterPosition {
  const word = text.toUpperCase()
  switch (place.expects) {
    case 'operand':
      if (word === '(') return { ...place, openGroups: place.openGroups + 1 }
      return word === 'NOT' ? place : { ...place, expects: 'operator', field: text }
    case 'operator':
      return { ...place, expects: afterOperator[word] ?? 'value' }
    case 'in':
      return { ...place, expects: 'list' }
    case 'emptiness':
      return { ...place, expects: word === 'NOT' ? 'empty' : 'connective' }
    case 'empty':
      return { ...place, expects: 'connective' }
    case 'list':
      return { ...place, expects: 'item' }
    case 'item':
      return { ...place, expects: 'separator' }
    case 'separator':
      return { ...place, expects: word === ',' ? 'item' : 'connective' }
    case 'value':
      return { ...place, expects: 'connective' }
    case 'connective':
      return word === ')' ? { ...place, openGroups: place.openGroups - 1 } : { ...place, expects: 'operand' }
  }
}

function suggestAt({ expects, field: name, openGroups }: FilterPosition, fields: FilterFields): FilterSuggestion[] {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  switch (expects) {
    case 'operand':
      return [...suggestFields(fields), keyword('NOT')]
    case 'operator':
      return field ? suggestOperators(field) : []
    case 'in':
      return [keyword('IN')]
    case 'emptiness':
      return [keyword('EMPTY'), keyword('NOT EMPTY')]
    case 'empty':
      return [keyword('EMPTY')]
    case 'list':
      return [keyword('(')]
    case 'item':
    case 'value':
      return field ? suggestValues(field) : []
    case 'separator':
      return [keyword(','), keyword(')')]
    case 'connective':
      return [keyword('AND'), keyword('OR'), ...(openGroups > 0 ? [keyword(')')] : [])]
  }
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
