/** Orders two texts by code point: the order of `collate "C"` in a UTF-8 database. Negative when `a` comes first. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const difference = rank(a.charCodeAt(index)) - rank(b.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Surrogates stand for the code points above all other UTF-16 units, though not the highest units themselves. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/**
 * The form in which `~` compares: Unicode's lower case of the root locale, as ICU's `und` gives it in PostgreSQL.
 * Limits: ß is not ss; capital Σ at the end of a word is ς, within it σ; accents count; a letter newer than the
 * database's ICU keeps its case there.
 */
export function foldCase(text: string): string {
  return text.toLowerCase()
}
