import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { formatDay, formatInstant } from '#lib/time/format-time.ts'
import type { Comparison, Emptiness, FilterOperator, FilterValue } from './syntax-tree.ts'
import { joinAlternatives } from './wording.ts'

/** A comparison for a reader who does not know the language: "Risk", "high or very high". */
export type ComparisonDescription = { readonly label: string; readonly value: string }

const relations: Readonly<Record<FilterOperator, string>> = {
  '=': '',
  IN: '',
  '!=': 'not ',
  'NOT IN': 'not ',
  '<': 'below ',
  '<=': 'at most ',
  '>': 'above ',
  '>=': 'at least ',
  '~': 'contains ',
}

const timeRelations: Readonly<Partial<Record<FilterOperator, string>>> = {
  '<': 'before ',
  '<=': 'until ',
  '>': 'after ',
  '>=': 'from ',
}

const maxNamed = 3

/** The name of a field for people: `metadata.created` is “Created”, `pir_date` is “Review date”. */
export const getFieldLabel = (field: string): string =>
  humaniseKey(field.slice(field.lastIndexOf('.') + 1).replace(/^pir_/, 'review_'))

const smallWords = ['a', 'of', 'the', 'when']
const splitIntoWords = (text: string) => text.toLowerCase().split(/[^a-z]+/)

/** A short description of a field; null if it would only repeat the name. */
export function getFieldHint(field: string, description: string): string | null {
  const [hint = ''] = description.split(';')
  const knownWords = new Set([...smallWords, ...splitIntoWords(getFieldLabel(field))])
  return splitIntoWords(hint).every((word) => knownWords.has(word)) ? null : hint
}

export function describeComparison(
  { field, type, operator, values }: Comparison,
  fields: FilterFields,
  zone = 'UTC',
): ComparisonDescription {
  const isTime = type === 'timestamp' || type === 'date'
  const relation = (isTime ? timeRelations[operator] : undefined) ?? relations[operator]
  const isClosed = fields[field]?.values !== undefined
  const labels = values.slice(0, maxNamed).map((value) => describeFieldValue(value, type, isClosed, zone))
  const unnamed = values.length - labels.length
  return {
    label: getFieldLabel(field),
    value: relation + joinAlternatives(unnamed > 0 ? [...labels, `${unnamed} more`] : labels),
  }
}

export const describeEmptiness = ({ field, isEmpty }: Emptiness): ComparisonDescription => ({
  label: getFieldLabel(field),
  value: isEmpty ? 'empty' : 'not empty',
})

function describeFieldValue(value: FilterValue, type: Comparison['type'], isClosed: boolean, zone: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (type === 'timestamp') return describeTimestamp(String(value), zone)
  if (type === 'date') return formatDay(String(value))
  return isClosed ? String(value).replaceAll('_', ' ') : String(value)
}

/** The begin of a day in the zone as `1 Mar 2026`, any other moment to the minute. */
function describeTimestamp(value: string, zone: string): string {
  const [day = '', time = ''] = formatInstant(new Date(value), zone).split(', ')
  if (time === '00:00') return day
  return `${day}, ${time}${zone === 'UTC' ? ' UTC' : ''}`
}
