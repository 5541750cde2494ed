/**
 * A name as it sorts: without accents, case and outer blanks, so that every server keeps one order whatever its locale.
 * Compare the results by code point.
 */
export const foldForSorting = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\s+/g, ' ')
    .trim()
