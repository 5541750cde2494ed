import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

// Which texts contain another one is found by an index of trigrams: pieces of three characters, one behind the other from
// the beginning of the text, as a tsvector. That is a third of the trigrams that there are, so the index costs a third to
// write. A text that contains `quorums` holds the pieces `quo` and `rum`, or `uor` and `ums`, or `oru`, by where in the
// text the word begins: what is looked for is taken apart in the three ways, each a query of its own, since the index
// goes through whole lists of pieces where alternatives stand in one query, and only where the shortest of them tells it
// to where they do not. The index gives candidates; the text itself is compared still.

const length = 3
/** What parts the pieces. A text that holds it has other pieces there, so nothing that holds it is looked for this way. */
const separator = '\u0001'
/** Trigrams that are looked for in each of the three ways: more of them take longer, and hardly leave fewer candidates. */
const mostTrigrams = 4

/** A text as `~` compares it. The collation is named so that every server folds case as foldCase does, whatever its locale. */
export const foldedText = (text: SQL | PgColumn): SQL => sql`lower(${text} collate "und-x-icu")`

/** The trigrams of texts taken together, in the words of the indexes on them. The texts are never NULL. */
export function textTrigrams(...texts: readonly (SQL | PgColumn)[]): SQL {
  const folded = sql.join(texts.map(foldedText), sql` || chr(10) || `)
  const parted = sql`regexp_replace(${folded}, '...', '\\&' || chr(1), 'g')`
  return sql`array_to_tsvector(array_remove(string_to_array(${parted}, chr(1)), ''))`
}

/** Tsqueries of which the trigrams of every text that contains `folded` match one; null where that is too short to tell. */
export function trigramQueries(folded: string): readonly string[] | null {
  const characters = Array.from(folded)
  if (characters.includes(separator)) return null
  const ways = Array.from({ length }, (_, start) => termsFrom(characters.slice(start)))
  return ways.some((terms) => terms.length === 0) ? null : ways.map((terms) => terms.join(' & '))
}

/**
 * Whole trigrams of what is looked for, from all over it. What the one behind them begins with costs a range of the index:
 * it is looked for where there is nothing else, and where it has the only digits, which tell texts apart better than words do.
 */
function termsFrom(characters: readonly string[]): string[] {
  const whole = Math.floor(characters.length / length)
  const count = Math.min(whole, mostTrigrams)
  const pieces = Array.from({ length: count }, (_, index) => {
    const place = index === 0 ? 0 : Math.round((index * (whole - 1)) / (count - 1))
    return characters.slice(place * length, (place + 1) * length)
  })
  const rest = characters.slice(whole * length)
  const isTelling = whole === 0 || (hasDigit(rest) && !pieces.some(hasDigit))
  const terms = pieces.map(quoted)
  return isTelling && rest.length === length - 1 ? [...terms, `${quoted(rest)}:*`] : terms
}

const hasDigit = (characters: readonly string[]) => characters.some((character) => /[0-9]/.test(character))
const quoted = (characters: readonly string[]) => `'${characters.join('').replace(/['\\]/g, '$&$&')}'`
