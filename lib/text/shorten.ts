/** Shortens to at most `max` UTF-16 units with `ending`. Never cuts a surrogate pair, such as an emoji, in two. */
export function shorten(text: string, max: number, ending = '…'): string {
  if (text.length <= max) return text
  const end = max - ending.length
  return `${text.slice(0, isInsideCharacter(text, end) ? end - 1 : end).trimEnd()}${ending}`
}

const isInsideCharacter = (text: string, at: number) =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at))
