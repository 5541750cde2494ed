import type { FilterFieldType } from '#lib/contracts/filter-fields.ts'
import type { FilterOperator } from './syntax-tree.ts'

const ordered = ['=', '!=', '<', '<=', '>', '>=', 'IN', 'NOT IN'] as const

export const operatorsByType: Readonly<Record<FilterFieldType, readonly FilterOperator[]>> = {
  text: [...ordered, '~'],
  number: ordered,
  boolean: ['=', '!='],
  timestamp: ordered,
  date: ordered,
  list: ['=', '!=', 'IN', 'NOT IN', '~'],
}

/** Meanings of the operators; an empty field satisfies only `!=` and `NOT IN`. */
export const operatorMeanings: Readonly<Record<FilterOperator, string>> = {
  '=': 'equals the value; a list contains it',
  '!=': 'is empty or another value; a list does not contain it',
  '<': 'is less or earlier',
  '<=': 'is less, earlier or equal',
  '>': 'is greater or later',
  '>=': 'is greater, later or equal',
  IN: 'equals one of the values; a list contains one of them',
  'NOT IN': 'is empty or none of the values; a list contains none of them',
  '~': 'contains the text, ignoring case; one element of a list does',
}

/** Tests that have no value; every field allows them. */
export const emptinessTests = {
  'IS EMPTY': 'has no value: none at all, an empty text or an empty list',
  'IS NOT EMPTY': 'has a value',
} as const

/** The form of a value of each type. Quotes only delimit a value; the field determines its type. */
export const valueForms: Readonly<Record<FilterFieldType, string>> = {
  text: 'a text, in quotes unless it is one word',
  number: 'a number of at most 15 digits, 6 of them after the point, such as 19.99',
  boolean: 'true or false',
  timestamp: 'a timestamp that exists, such as 2026-03-01T10:00:00Z or 2026-03-01',
  date: 'a date that exists, as YYYY-MM-DD',
  list: 'a text, in quotes unless it is one word',
}
