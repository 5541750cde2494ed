import { shorten } from '#lib/text/shorten.ts'

/** Cuts a text to at most `max` characters, between two words, and appends `ending`, such as a link. */
export function cutText(text: string, max: number, ending: string): string {
  if (text.length <= max) return text
  const tail = shorten(`… ${ending}`.trimEnd(), max, '')
  const room = text.slice(0, max - tail.length + 1)
  const end = room.search(/\s\S*$/)
  return end < 0 ? shorten(text, max, tail) : `${room.slice(0, end).trimEnd()}${tail}`
}
