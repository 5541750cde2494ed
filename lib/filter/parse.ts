import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { checkFilter } from './check.ts'
import { SyntaxError as GrammarError, parse } from './grammar.js'
import { FilterRefusal } from './refusal.ts'
import { type FilterTree, filterLimits } from './syntax-tree.ts'
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
