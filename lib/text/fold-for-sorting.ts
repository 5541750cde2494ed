/**
 * Returns the sort key of a name, without case, accents and surrounding blanks. Keys are compared by code point,
 * independent of the locale. A name of accents alone retains them, so that only a blank name has an empty key.
 */
export const foldForSorting = (name: string): string =>
  fold(name.normalize('NFKD').replace(/\p{Mark}/gu, '')) || fold(name)

const fold = (text: string) => text.toLowerCase().replace(/ß/g, 'ss').replace(/\s+/g, ' ').trim()

/** True if a text contains every word of a search, in any case and without accents. */
export function matchesWords(text: string, search: string): boolean {
  const folded = foldForSorting(text)
  return foldForSorting(search)
    .split(' ')
    .every((word) => folded.includes(word))
}
