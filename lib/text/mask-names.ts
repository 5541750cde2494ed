import { upperFirst } from './first-letter.ts'
import { foldForSorting } from './fold-for-sorting.ts'

export type MaskedPerson = {
  readonly name: string
  readonly email: string
  /** The replacement: `the implementer`, `a colleague`. */
  readonly role: string
  /** True if the person takes part in the review, so that a first or last name alone means them. */
  readonly isInvolved: boolean
}

type Word = { readonly text: string; readonly folded: string; readonly start: number; readonly end: number }
type TextMatch = { readonly start: number; readonly end: number; readonly role: string }
type PersonMatch = TextMatch & { readonly people: readonly MaskedPerson[] }

/** A word of a name with inner hyphens and apostrophes, without a possessive `'s`. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-](?!s(?![\p{L}\p{N}]))[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
const local = String.raw`[\p{L}\p{N}.!#$%&*+/=?^_{|}~-]`
/** The lookbehind keeps the time linear: a match starts only at the beginning of a run of such characters. */
const emailPattern = new RegExp(String.raw`(?<!${local})${local}+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`, 'gu')
const maxWordsInName = 5
const maxNameLength = 200
const minPartLength = 3

/** Finds the e-mail addresses in a text, and its possible full names, folded by `foldForSorting`. */
export function findNameCandidates(text: string): { names: string[]; emails: string[] } {
  const words = splitIntoWords(text)
  const names = words.flatMap((first, index) =>
    /^(?:\p{Lu}|\p{Lt}|\p{Lo})/u.test(first.text)
      ? words
          .slice(index + 1, index + maxWordsInName)
          .filter((last) => last.end - first.start <= maxNameLength)
          .map((last) => text.slice(first.start, last.end))
      : [],
  )
  const folded = [...new Set(names)].map(foldForSorting)
  return { names: [...new Set(folded)], emails: [...new Set(text.match(emailPattern) ?? [])] }
}

/** Replaces people by their role: their e-mails and full names, and parts of names of those involved or named. */
export function maskNames(text: string, people: readonly MaskedPerson[]): string {
  const words = splitIntoWords(text)
  const emails = emailMatches(text, people)
  const fullNames = fullNameMatches(text, words, people)
  const namedPeople = new Set([...new Set([...emails, ...fullNames].map((match) => match.people))].flat())
  const parts = partMatches(
    words,
    people.filter((person) => person.isInvolved || namedPeople.has(person)),
  )
  return replaceMatches(text, [...emails, ...fullNames, ...parts])
}

const splitIntoWords = (text: string): Word[] =>
  [...text.matchAll(wordPattern)].map((match) => ({
    text: match[0],
    folded: foldForSorting(match[0]).replaceAll('’', "'"),
    start: match.index,
    end: match.index + match[0].length,
  }))

const joinFolded = (words: readonly Word[]) => words.map((word) => word.folded).join(' ')

function emailMatches(text: string, people: readonly MaskedPerson[]): PersonMatch[] {
  const byEmail = new Map(people.map((person) => [person.email.toLowerCase(), person]))
  const byName = new Map(people.map((person) => [joinFolded(splitIntoWords(person.name)), person]))
  return [...text.matchAll(emailPattern)].flatMap((match) => {
    const local = match[0].slice(0, match[0].indexOf('@')).replace(/[._-]+/g, ' ')
    const person =
      byEmail.get(match[0].toLowerCase()) ??
      (local.includes(' ') ? byName.get(joinFolded(splitIntoWords(local))) : undefined)
    const range = { start: match.index, end: match.index + match[0].length }
    return person ? [{ ...range, people: [person], role: person.role }] : []
  })
}

/** Matches full names of two words or more, between which are only spaces or the dot of an initial. */
function fullNameMatches(text: string, words: readonly Word[], people: readonly MaskedPerson[]): PersonMatch[] {
  const named = Map.groupBy(people, ({ name }) => joinFolded(splitIntoWords(name)))
  const longest = Math.max(0, ...[...named.keys()].map((name) => name.split(' ').length))
  return words.flatMap((first, from) => {
    const matches: PersonMatch[] = []
    let before = first
    for (const [index, last] of words.slice(from + 1, from + longest).entries()) {
      if (!/^\.?\s+$/.test(text.slice(before.end, last.start))) break
      const found = named.get(joinFolded(words.slice(from, from + index + 2)))
      if (found?.[0]) matches.push({ start: first.start, end: last.end, role: found[0].role, people: found })
      before = last
    }
    return matches
  })
}

function partMatches(words: readonly Word[], people: readonly MaskedPerson[]): TextMatch[] {
  const roles = new Map<string, string>()
  for (const { name, role } of people) {
    for (const { text, folded } of splitIntoWords(name)) {
      if (text.length >= minPartLength && isCapitalised(text) && !roles.has(folded)) roles.set(folded, role)
    }
  }
  return words.flatMap(({ text, folded, start, end }) => {
    const role = isCapitalised(text) ? roles.get(folded) : undefined
    return role === undefined ? [] : [{ start, end, role }]
  })
}

const isCapitalised = (word: string) => /^\p{Lu}|^\p{Lo}/u.test(word)

/** Replaces matches from left to right. Of overlapping matches the first wins, then the longest. */
function replaceMatches(text: string, matches: readonly TextMatch[]): string {
  const ordered = matches.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const parts: string[] = []
  let position = 0
  for (const { start, end, role } of ordered) {
    if (start < position) continue
    parts.push(text.slice(position, start))
    parts.push(startsSentence(parts.slice(-2).join('')) ? upperFirst(role) : role)
    position = end
  }
  return parts.join('') + text.slice(position)
}

const startsSentence = (before: string) => /(?:^|\n)[\s>#*-]*(?:\d+[.)]\s+)?$|[.!?]["”’)]?\s+$/.test(before.slice(-80))
