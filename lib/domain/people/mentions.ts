import { foldForSorting } from '#lib/text/fold-for-sorting.ts'

export type Mentionable = { readonly name: string; readonly email: string }

/** Plain text, or the mention of a person as it is written. */
export type TextPart = { readonly text: string; readonly person: Mentionable | null }

/**
 * Splits a text into mentions (`@` and the full name of a person, in any case) and the text between. The longest name
 * wins; an `@` within a word, as in an e-mail address, is no mention.
 */
export function splitMentions(text: string, people: readonly Mentionable[]): TextPart[] {
  const directory = buildDirectory(people)
  const parts: TextPart[] = []
  let plainFrom = 0
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_.+-])@/gu)) {
    const person = index < plainFrom ? undefined : findPersonAt(text, index + 1, directory)
    if (!person) continue
    if (index > plainFrom) parts.push({ text: text.slice(plainFrom, index), person: null })
    plainFrom = index + 1 + person.name.length
    parts.push({ text: text.slice(index, plainFrom), person })
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom), person: null })
  return parts
}

/** Returns the people mentioned in a text, without duplicates, in order. */
export const findMentions = (text: string, people: readonly Mentionable[]): Mentionable[] => [
  ...new Set(splitMentions(text, people).flatMap(({ person }) => (person ? [person] : []))),
]

/** People by lower-case name, and the distinct lengths of their names, longest first. */
type Directory = { readonly byName: ReadonlyMap<string, Mentionable>; readonly lengths: readonly number[] }

function buildDirectory(people: readonly Mentionable[]): Directory {
  const byName = new Map<string, Mentionable>()
  for (const person of people) {
    const name = person.name.toLowerCase()
    if (name !== '' && !byName.has(name)) byName.set(name, person)
  }
  const lengths = [...new Set(people.map(({ name }) => name.length))].toSorted((one, other) => other - one)
  return { byName, lengths }
}

/** One lookup per length of a name, so that a mention costs the same among thousands of people. */
function findPersonAt(text: string, at: number, { byName, lengths }: Directory): Mentionable | undefined {
  for (const length of lengths) {
    if (at + length > text.length || /^[\p{L}\p{N}]/u.test(text.slice(at + length, at + length + 2))) continue
    const person = byName.get(text.slice(at, at + length).toLowerCase())
    if (person?.name.length === length) return person
  }
  return undefined
}

/** Returns the text typed after the last `@` at the end of a text; null if no mention is being typed. */
export function findStartedMention(text: string): string | null {
  const index = text.lastIndexOf('@')
  const isWithinWord = index > 0 && /[\p{L}\p{N}_.+-]/u.test(text.charAt(index - 1))
  const typed = text.slice(index + 1)
  return index < 0 || isWithinWord || typed.length > maxTyped || typed.includes('\n') ? null : typed
}

const maxTyped = 100
const maxSuggested = 8

/** Finds the people with words in their names that begin like the typed text, unless the whole name is typed. */
export function findMentionable(people: readonly Mentionable[], typed: string): Mentionable[] {
  // A blank after the whole name ends the mention.
  const searchedStart = ` ${foldForSorting(typed)}${/\S\s$/.test(typed) ? ' ' : ''}`
  const wholeName = typed.toLowerCase()
  const isMatch = ({ name }: Mentionable) =>
    name.toLowerCase() !== wholeName && ` ${foldForSorting(name)}`.includes(searchedStart)
  return people.filter(isMatch).slice(0, maxSuggested)
}
