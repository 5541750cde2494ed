import { foldForSorting } from './fold-for-sorting.ts'

/** Someone whose name may stand in a text. */
export type KnownPerson = {
  readonly name: string
  readonly email: string
  /** What is written instead: `the implementer`, `a colleague`. */
  readonly role: string
  /** Has part in what the text tells, so that a first or last name alone means this person. */
  readonly isInvolved: boolean
}

type Word = { readonly text: string; readonly folded: string; readonly start: number; readonly end: number }
type Match = { readonly start: number; readonly end: number; readonly role: string }

/** A word of a name, hyphens and apostrophes within it included, a possessive `'s` not. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-](?!s(?![\p{L}\p{N}]))[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
const emailPattern = /[\p{L}\p{N}.!#$%&*+/=?^_{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const mostWordsInName = 5
const shortestPart = 3

/** The e-mail addresses in a text, and what may be full names in it as foldForSorting writes them. */
export function nameCandidates(text: string): { names: string[]; emails: string[] } {
  const words = wordsOf(text)
  const names = words.flatMap((first, at) =>
    /^(?:\p{Lu}|\p{Lt}|\p{Lo})/u.test(first.text)
      ? words.slice(at + 1, at + mostWordsInName).map((last) => foldForSorting(text.slice(first.start, last.end)))
      : [],
  )
  return { names: [...new Set(names)], emails: [...new Set(text.match(emailPattern) ?? [])] }
}

/**
 * A text with the known people in it replaced by their role: their e-mail addresses and full names, whatever case and
 * accents, and first or last names alone of those who are involved or named in full elsewhere in the text.
 */
export function maskNames(text: string, people: readonly KnownPerson[]): string {
  const words = wordsOf(text)
  const emails = emailMatches(text, people)
  const fullNames = people.map((person) => ({ person, matches: fullNameMatches(text, words, person) }))
  const isTold = (person: KnownPerson, matches: readonly Match[]) =>
    person.isInvolved || matches.length > 0 || emails.some((email) => email.person === person)
  const parts = fullNames.flatMap(({ person, matches }) => (isTold(person, matches) ? partMatches(words, person) : []))
  return replaced(text, [...emails, ...fullNames.flatMap(({ matches }) => matches), ...parts])
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(wordPattern)].map((match) => ({
    text: match[0],
    folded: foldForSorting(match[0]).replaceAll('’', "'"),
    start: match.index,
    end: match.index + match[0].length,
  }))

const spelling = (words: readonly Word[]) => words.map((word) => word.folded).join(' ')

/** The addresses of these people, and others whose part before the `@` is one of their names. */
function emailMatches(text: string, people: readonly KnownPerson[]): (Match & { person: KnownPerson })[] {
  const byEmail = new Map(people.map((person) => [person.email.toLowerCase(), person]))
  const byName = new Map(people.map((person) => [spelling(wordsOf(person.name)), person]))
  return [...text.matchAll(emailPattern)].flatMap((match) => {
    const local = match[0].slice(0, match[0].indexOf('@')).replace(/[._-]+/g, ' ')
    const person =
      byEmail.get(match[0].toLowerCase()) ?? (local.includes(' ') ? byName.get(spelling(wordsOf(local))) : undefined)
    return person ? [{ person, role: person.role, start: match.index, end: match.index + match[0].length }] : []
  })
}

function fullNameMatches(text: string, words: readonly Word[], { name, role }: KnownPerson): Match[] {
  const wanted = wordsOf(name)
  if (wanted.length < 2) return []
  return words.flatMap((first, at) => {
    if (first.folded !== wanted[0]?.folded) return []
    const run = words.slice(at, at + wanted.length)
    const isUnbroken = run.every(
      (word, index) => index === 0 || /^\.?\s+$/.test(text.slice(run[index - 1]?.end, word.start)),
    )
    const end = run.at(-1)?.end ?? first.end
    return isUnbroken && spelling(run) === spelling(wanted) ? [{ start: first.start, end, role }] : []
  })
}

function partMatches(words: readonly Word[], { name, role }: KnownPerson): Match[] {
  const parts = wordsOf(name).filter((word) => word.text.length >= shortestPart && /^\p{Lu}|^\p{Lo}/u.test(word.text))
  const wanted = new Set(parts.map((word) => word.folded))
  return words.flatMap(({ text, folded, start, end }) =>
    /^\p{Lu}|^\p{Lo}/u.test(text) && wanted.has(folded) ? [{ start, end, role }] : [],
  )
}

/** Replaces from left to right; of matches that overlap the longest at the first place wins. */
function replaced(text: string, matches: readonly Match[]): string {
  const ordered = [...matches].sort((a, b) => a.start - b.start || b.end - a.end)
  let result = ''
  let done = 0
  for (const { start, end, role } of ordered) {
    if (start < done) continue
    const before = text.slice(done, start)
    result += before + (startsSentence(result + before) ? role.charAt(0).toUpperCase() + role.slice(1) : role)
    done = end
  }
  return result + text.slice(done)
}

const startsSentence = (before: string) => /(?:^|\n)[\s>#*-]*(?:\d+[.)]\s+)?$|[.!?]["”’)]?\s+$/.test(before.slice(-80))
