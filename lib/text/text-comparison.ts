/** Compares by code point, as `collate "C"` in a UTF-8 database. Negative when `a` comes first. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const difference = rank(a.charCodeAt(index)) - rank(b.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Surrogates sort after all other UTF-16 units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/**
 * Folds the case of a text for the operator `~`: Unicode lower case of the root locale, as ICU's `und` in PostgreSQL.
 * Limits: ß is not ss; capital Σ becomes ς at the end of a word, else σ; accents count; the database's ICU may not know
 * the newest letters.
 */
export function foldCase(text: string): string {
  return text.toLowerCase()
}
