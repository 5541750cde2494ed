import type { FilterField, FilterFields } from '#lib/contracts/filter-fields.ts'
import { isCalendarDate } from '#lib/time/wall-clock.ts'
import { SyntaxError as GrammarError, parse } from './grammar.js'
import { operatorsByType, valueForms } from './reference.ts'
import {
  type Comparison,
  FilterRefusal,
  type FilterTree,
  type FilterValue,
  filterLimits,
  type Lexeme,
  type NonEmpty,
  type WrittenComparison,
  type WrittenFilter,
} from './syntax-tree.ts'
import { hasLostPlus, lostPlusHint, readTimestamp } from './timestamp.ts'
import { joinAlternatives, quoteExcerpt } from './wording.ts'

/**
 * An error with its position: `offset` counts UTF-16 units from 0; `line` and `column` count from 1, columns in
 * characters. `expected` lists the valid tokens at the position, if known.
 */
export type FilterError = {
  readonly message: string
  readonly line: number
  readonly column: number
  readonly offset: number
  readonly expected: readonly string[]
}

export type FilterResult =
  | { readonly ok: true; readonly tree: FilterTree }
  | { readonly ok: false; readonly error: FilterError }

/** Parses a filter and checks it against the allowed fields, in time linear in the length of the text. Never throws. */
export function parseFilter(text: string, fields: FilterFields): FilterResult {
  try {
    checkCharacters(text)
    return { ok: true, tree: checkFilter(parse(text), fields) }
  } catch (error) {
    const { message, offset, expected } = asRefusal(error, text)
    return { ok: false, error: { message, ...lineAndColumn(text, offset), offset, expected } }
  }
}

/** Checks length and characters; the length counts code points, as in the maxLength of a JSON schema. */
function checkCharacters(text: string): void {
  const { characters } = filterLimits
  if (text.length > characters) {
    const end = firstCharacters(text, characters)
    if (end < text.length)
      throw new FilterRefusal(`A filter has at most ${characters.toLocaleString('en')} characters.`, end)
  }
  const control = text.search(/[\p{Cc}--[\t\n\r]]/v)
  if (control !== -1) {
    const code = text.charCodeAt(control).toString(16).toUpperCase().padStart(4, '0')
    throw new FilterRefusal(`The control character U+${code} is not allowed.`, control)
  }
  const loneSurrogate = text.search(/\p{Cs}/u)
  if (loneSurrogate !== -1) throw new FilterRefusal('Half of a surrogate pair is missing here.', loneSurrogate)
}

/** Length of the first `count` characters in UTF-16 units. */
function firstCharacters(text: string, count: number): number {
  let length = 0
  for (let start = 0; start < count && length < text.length; start += 1) {
    length += (text.codePointAt(length) ?? 0) > 0xffff ? 2 : 1
  }
  return length
}

function asRefusal(error: unknown, text: string): FilterRefusal {
  if (error instanceof FilterRefusal) return error
  if (!(error instanceof GrammarError)) throw error
  const { offset } = error.location.start
  const expected = [...new Set(error.expected.map(describeExpectation))]
  return new FilterRefusal(
    `Expected ${joinAlternatives(expected)}, but ${describeFound(text, offset)}.`,
    offset,
    expected,
  )
}

function describeExpectation(expectation: GrammarError['expected'][number]): string {
  switch (expectation.type) {
    case 'other':
      return expectation.description
    case 'literal':
      return `"${expectation.text}"`
    case 'end':
      return 'the end'
  }
}

function describeFound(text: string, offset: number): string {
  const [word] = /^(?:[\p{L}\p{M}\p{N}_]+|.)/su.exec(text.slice(offset)) ?? []
  return word === undefined ? 'the filter ends here' : `found ${quoteExcerpt(word)}`
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}

/** Resolves fields, operators and values. Throws FilterRefusal at the first one that is invalid. */
function checkFilter(written: WrittenFilter, fields: FilterFields): FilterTree {
  switch (written.kind) {
    case 'comparison':
      return checkComparison(written, fields)
    case 'emptiness': {
      const { kind, field, isEmpty } = written
      return { kind, field: field.text, type: getField(field, fields).type, isEmpty }
    }
    case 'not':
      return { kind: 'not', operand: checkFilter(written.operand, fields) }
    default:
      return { kind: written.kind, operands: mapAll(written.operands, (operand) => checkFilter(operand, fields)) }
  }
}

function checkComparison(written: WrittenComparison, fields: FilterFields): Comparison {
  const field = getField(written.field, fields)
  const operator = written.operator.text
  const allowed = operatorsByType[field.type]
  if (!allowed.includes(operator)) {
    throw new FilterRefusal(
      `${operator} does not apply to ${written.field.text}, a ${field.type} field; use ${joinAlternatives(allowed)}.`,
      written.operator.offset,
      allowed,
    )
  }
  return {
    kind: 'comparison',
    field: written.field.text,
    type: field.type,
    operator,
    values: mapAll(written.values, (value) => readValue(value, written, field)),
    ...(field.isNumber && { isNumber: field.isNumber }),
  }
}

function getField({ text, offset }: Lexeme, fields: FilterFields): FilterField {
  const field = Object.hasOwn(fields, text) ? fields[text] : undefined
  if (field) return field
  const names = Object.keys(fields)
  const nearest = findNearestName(text, names)
  const advice = nearest ? `did you mean ${nearest}?` : `the fields are ${names.join(', ')}.`
  throw new FilterRefusal(`There is no field ${quoteExcerpt(text)}; ${advice}`, offset, names)
}

function mapAll<From, To>([first, ...rest]: NonEmpty<From>, convert: (item: From) => To): NonEmpty<To> {
  return [convert(first), ...rest.map(convert)]
}

/**
 * Finds the name that was probably meant: the same ignoring case, the same without its prefix (`source_pir` for
 * `metadata.source_pir`), or with at most a third of its characters different. Undefined if none is near.
 */
export function findNearestName(written: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined
  let smallest = Number.POSITIVE_INFINITY
  for (const name of names) {
    const whole = distance(written, name, allowance(name))
    const suffix = name.slice(name.lastIndexOf('.') + 1)
    const least = Math.min(whole, distance(written, suffix, allowance(suffix)))
    if (least < smallest) {
      smallest = least
      nearest = name
    }
  }
  return nearest
}

const allowance = (name: string) => Math.max(1, Math.floor(name.length / 3))

/** Levenshtein distance, ignoring case and the kind of separator; infinite above `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY
  const from = a.toLowerCase().replaceAll('-', '_')
  const to = b.toLowerCase().replaceAll('-', '_')
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const substitution = at(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, at(previous, column) + 1, at(current, column - 1) + 1))
    }
    previous = current
  }
  const result = at(previous, to.length)
  return result > limit ? Number.POSITIVE_INFINITY : result
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY

/** Converts a value to the type of its field, or throws FilterRefusal; `~` accepts a part of a known value. */
function readValue(written: Lexeme, { field: name, operator }: WrittenComparison, field: FilterField): FilterValue {
  const { text, offset } = written
  const refuse = (expected: readonly string[]) =>
    new FilterRefusal(
      `The field ${name.text} takes ${joinAlternatives(expected)}, not ${quoteExcerpt(text)}.`,
      offset,
      expected,
    )
  if (field.values && operator.text !== '~' && !field.values.includes(text)) throw refuse(field.values)
  if (field.type === 'timestamp' && hasLostPlus(text)) throw new FilterRefusal(lostPlusHint, offset)
  const value = convert(text, field)
  if (value === undefined) throw refuse([valueForms[field.type]])
  return value
}

function convert(text: string, field: FilterField): FilterValue | undefined {
  switch (field.type) {
    case 'text':
    case 'list':
      return text
    case 'number':
      return readNumber(text)
    case 'boolean':
      return readBoolean(text)
    case 'timestamp':
      return readTimestamp(text)
    case 'date':
      return isCalendarDate(text) ? text : undefined
  }
}

/** A double represents decimals of up to 15 digits exactly, so the database compares the number as written. */
function readNumber(text: string): number | undefined {
  const isExact = /^-?\d+(?:\.\d{1,6})?$/.test(text) && text.replace(/\D/g, '').length <= 15
  // Adding 0 makes -0 a plain 0.
  return isExact ? Number(text) + 0 : undefined
}

function readBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}
