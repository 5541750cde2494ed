/**
 * A text of at most `max` characters (UTF-16 code units): of a longer one the beginning, then `ending`. It never cuts a
 * character in two, as `slice` does with an emoji, which would leave a text that is not well-formed.
 */
export function shorten(text: string, max: number, ending = '…'): string {
  if (text.length <= max) return text
  const end = max - ending.length
  return `${text.slice(0, isInsideCharacter(text, end) ? end - 1 : end).trimEnd()}${ending}`
}

const isInsideCharacter = (text: string, at: number) =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at))
