import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { completeFilter, type FilterCompletion } from '#lib/filter/complete.ts'
import { type FilterError, parseFilter } from '#lib/filter/parse.ts'

const mostShown = 50

/** What could be written at the cursor; `isBegun` when the first suggestion only ends the word that stands there. */
export function suggest(
  text: string,
  cursor: number,
  fields: FilterFields,
): FilterCompletion & { readonly isBegun: boolean } {
  const { from, to, suggestions } = completeFilter(text, cursor, fields)
  const written = plain(text.slice(from, cursor))
  const others = suggestions.filter((suggestion) => plain(suggestion.text) !== written).slice(0, mostShown)
  const isBegun = written !== '' && others[0] !== undefined && plain(others[0].text).startsWith(written)
  return { from, to, suggestions: others, isBegun }
}

const plain = (word: string) => word.replace(/^["']/, '').toLowerCase()

/** Why a text cannot be applied; null when it can, and nothing written is no filter. */
export function findFault(text: string, fields: FilterFields): FilterError | null {
  if (text.trim() === '') return null
  const result = parseFilter(text, fields)
  return result.ok ? null : result.error
}
