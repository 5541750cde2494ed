const longestWord = 100

/**
 * The words that a search looks for, without the operators of its language: words excluded by `-`, `or` and quotes are
 * not among them. Common endings are taken off, as the full-text search does.
 */
export function searchWords(q: string): string[] {
  const words = q
    .toLowerCase()
    .split(/[\s"]+/)
    .filter((word) => !word.startsWith('-') && word !== 'or')
    .flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length <= longestWord)
  return [...new Set(words.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word)))].slice(
    0,
    20,
  )
}

/** A text cut where searched words begin and end, so that they can be marked. */
export function splitAtWords(text: string, words: readonly string[]): { text: string; isHit: boolean }[] {
  const pattern = wordsPattern(words)
  if (!pattern) return [{ text, isHit: false }]
  return text
    .split(new RegExp(`(${pattern.source})`, 'giu'))
    .map((part, at) => ({ text: part, isHit: at % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** Longer words match with any ending, short ones only as they are or in the plural. */
export function wordsPattern(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null
  const forms = words.map((word) => (word.length >= 4 ? `${word}[\\p{L}\\p{N}]{0,6}` : `${word}s?`))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}
