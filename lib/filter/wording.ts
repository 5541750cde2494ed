const excerptLength = 40

/** Joins alternatives: `a, b or c`. */
export function joinAlternatives(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) ?? ''
  return alternatives.length < 2 ? last : `${alternatives.slice(0, -1).join(', ')} or ${last}`
}

/** Quotes a text, on one line and shortened. */
export function quoteExcerpt(text: string): string {
  const characters = [...text]
  return JSON.stringify(
    characters.length > excerptLength ? `${characters.slice(0, excerptLength - 1).join('')}…` : text,
  )
}
