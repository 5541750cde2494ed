import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { completeFilter, type FilterCompletion } from '#lib/filter/complete.ts'
import { type FilterError, parseFilter } from '#lib/filter/parse.ts'

const maxSuggestions = 50

/** Lists the completions at the cursor. `isBegun` is true if the first one completes the word before the cursor. */
export function suggest(
  text: string,
  cursor: number,
  fields: FilterFields,
): FilterCompletion & { readonly isBegun: boolean } {
  const { from, to, suggestions } = completeFilter(text, cursor, fields)
  const word = normalizeWord(text.slice(from, cursor))
  const others = suggestions.filter((suggestion) => normalizeWord(suggestion.text) !== word).slice(0, maxSuggestions)
  const isBegun = word !== '' && others[0] !== undefined && normalizeWord(others[0].text).startsWith(word)
  return { from, to, suggestions: others, isBegun }
}

const normalizeWord = (word: string) => word.replace(/^["']/, '').toLowerCase()

/** Returns the error of an expression; null if it is valid or empty. */
export function findError(text: string, fields: FilterFields): FilterError | null {
  if (text.trim() === '') return null
  const result = parseFilter(text, fields)
  return result.ok ? null : result.error
}
