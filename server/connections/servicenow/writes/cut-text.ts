import { shorten } from '#lib/text/shorten.ts'

/** A text of at most `max` characters: a longer one is cut between two words and ends with `ending`, such as a link. */
export function cutText(text: string, max: number, ending: string): string {
  if (text.length <= max) return text
  const tail = shorten(`… ${ending}`.trimEnd(), max, '')
  const room = text.slice(0, max - tail.length + 1)
  const end = room.search(/\s\S*$/)
  return end < 0 ? shorten(text, max, tail) : `${room.slice(0, end).trimEnd()}${tail}`
}
