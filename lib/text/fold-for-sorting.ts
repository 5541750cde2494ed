/** Sort key of a name, without case, accents and surrounding blanks. Compared by code point, it depends on no locale. */
export const foldForSorting = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\s+/g, ' ')
    .trim()

/** Whether a text contains every word of a search, in any case and without accents. */
export function matchesWords(text: string, search: string): boolean {
  const folded = foldForSorting(text)
  return foldForSorting(search)
    .split(' ')
    .every((word) => folded.includes(word))
}
