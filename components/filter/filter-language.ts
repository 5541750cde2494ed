import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { completeFilter, type FilterCompletion } from '#lib/filter/complete.ts'
import { type FilterError, parseFilter } from '#lib/filter/parse.ts'

const maxSuggestions = 50

/** What can be written at the cursor. `isBegun`: the first suggestion completes the word before the cursor. */
export function suggest(
  text: string,
  cursor: number,
  fields: FilterFields,
): FilterCompletion & { readonly isBegun: boolean } {
  const { from, to, suggestions } = completeFilter(text, cursor, fields)
  const word = plain(text.slice(from, cursor))
  const others = suggestions.filter((suggestion) => plain(suggestion.text) !== word).slice(0, maxSuggestions)
  const isBegun = word !== '' && others[0] !== undefined && plain(others[0].text).startsWith(word)
  return { from, to, suggestions: others, isBegun }
}

const plain = (word: string) => word.replace(/^["']/, '').toLowerCase()

/** Why an expression cannot be applied; null if it can or is empty. */
export function findError(text: string, fields: FilterFields): FilterError | null {
  if (text.trim() === '') return null
  const result = parseFilter(text, fields)
  return result.ok ? null : result.error
}
