const maxWordLength = 100

/** Words of a search without its operators. Common endings are removed, as in the full-text search. */
export function parseSearchWords(q: string): string[] {
  const words = q
    .toLowerCase()
    .split(/[\s"]+/)
    .filter((word) => !word.startsWith('-') && word !== 'or')
    .flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length <= maxWordLength)
  return [...new Set(words.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word)))].slice(
    0,
    20,
  )
}

export function splitAtWords(text: string, words: readonly string[]): { text: string; isHit: boolean }[] {
  const pattern = buildWordsPattern(words)
  if (!pattern) return [{ text, isHit: false }]
  return text
    .split(new RegExp(`(${pattern.source})`, 'giu'))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** Words of 4 letters or more match with any ending, shorter ones only exactly or in the plural. */
export function buildWordsPattern(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null
  const forms = words.map((word) => (word.length >= 4 ? `${word}[\\p{L}\\p{N}]{0,6}` : `${word}s?`))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}
