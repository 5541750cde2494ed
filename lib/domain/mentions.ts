export type Mentionable = { readonly name: string; readonly email: string }

/** A piece of a text: plain, or the mention of a person as it is written. */
export type TextPart = { readonly text: string; readonly person: Mentionable | null }

/**
 * A text in pieces, each mention (`@` and the full name of a person, whatever the case) apart. The longest name counts,
 * and an `@` within a word, as in an e-mail address, mentions nobody.
 */
export function splitMentions(text: string, people: readonly Mentionable[]): TextPart[] {
  const byLength = people.toSorted((one, other) => other.name.length - one.name.length)
  const parts: TextPart[] = []
  let plainFrom = 0
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_.+-])@/gu)) {
    const person = byLength.find(({ name }) => isNamedAt(text, index + 1, name))
    if (!person || index < plainFrom) continue
    if (index > plainFrom) parts.push({ text: text.slice(plainFrom, index), person: null })
    plainFrom = index + 1 + person.name.length
    parts.push({ text: text.slice(index, plainFrom), person })
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom), person: null })
  return parts
}

/** The people whom a text mentions, each once, in the order of the text. */
export const findMentions = (text: string, people: readonly Mentionable[]): Mentionable[] => [
  ...new Set(splitMentions(text, people).flatMap(({ person }) => (person ? [person] : []))),
]

function isNamedAt(text: string, at: number, name: string): boolean {
  const written = text.slice(at, at + name.length)
  return written.toLowerCase() === name.toLowerCase() && !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length))
}
