const EXCERPT_LENGTH = 40

/** `a, b or c`. */
export function joinAlternatives(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) ?? ''
  return alternatives.length < 2 ? last : `${alternatives.slice(0, -1).join(', ')} or ${last}`
}

/** A piece of somebody's text in quotes, on one line and cut to a bearable length. */
export function quoteExcerpt(text: string): string {
  const characters = [...text]
  return JSON.stringify(
    characters.length > EXCERPT_LENGTH ? `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…` : text,
  )
}
