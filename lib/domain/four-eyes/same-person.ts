import { foldPersonText } from './person-index.ts'

/** A person with an account, or a person named by a record. */
export type Person = { readonly email: string; readonly name?: string | null }

/** The implementer as named by the change, and as stated by a manager at sign-off. */
export type ImplementerRecord = { readonly assigned_to: string | null; readonly stated?: string | null }

const emailForm = /^[^\s@]+@[^\s@]+$/

/** True if the text has the form of an e-mail address. */
export const isEmail = (text: string): boolean => emailForm.test(text.trim())

/** True if two e-mail addresses are equal, without regard to case and surrounding blanks. */
export const isSameEmail = (one: string, other: string): boolean => foldPersonText(one) === foldPersonText(other)

/**
 * True if two people with different e-mail addresses have the same name: the same words in any order, or all words of
 * the shorter name if these are at least two. One shared word, such as a first name, is not enough.
 */
export const haveSameName = (one: string, other: string): boolean => isSameName(nameWords(one), nameWords(other))

/** Does the same as `haveSameName` for folded names, so that one name can be compared with many. */
export const isSameName = (name: WordSet, other: WordSet): boolean =>
  isFullName(name, other) || (name.size === 1 && other.size === 1 && isSubset(name, other))

/**
 * True if a text may mean a person; in doubt it is true. The text contains the e-mail address, or every word of the
 * name beside others, such as a team; or it is a shorter or longer form of the name, also within an e-mail address
 * (`ada.moreau@…`).
 */
export const mayMean = (text: string, person: Person): boolean =>
  matchesPerson(readPersonText(text), readPerson(person))

/** A text that may mean a person, folded once for many comparisons. */
type PersonText = {
  readonly emails: ReadonlySet<string>
  /** The words outside of e-mail addresses, then those before the `@` of each e-mail address. */
  readonly words: readonly [WordSet, ...WordSet[]]
}

/** A person, folded once for many comparisons. */
export type FoldedPerson = { readonly email: string; readonly words: WordSet }

export function readPersonText(text: string): PersonText {
  const parts = text.split(separators)
  const emails = parts.filter(hasAtSign).map(trimMarks)
  const words = nameWords(parts.filter((part) => !hasAtSign(part)).join(' '))
  return {
    emails: new Set([text, ...emails].map(foldPersonText)),
    words: [words, ...emails.map(wordsBeforeAt)],
  }
}

export const readPerson = ({ email, name }: Person): FoldedPerson => ({
  email: foldPersonText(email),
  words: nameWords(name ?? ''),
})

/** Does the same as `mayMean` for a folded text and person. */
export const matchesPerson = ({ emails, words }: PersonText, person: FoldedPerson): boolean =>
  emails.has(person.email) || isSubset(person.words, words[0]) || words.some((some) => isFullName(person.words, some))

/**
 * Decides if a person implemented the change; `unknown` if its record names somebody who is not in the directory.
 */
export function findImplementerMatch(
  person: Person,
  { assigned_to: named, stated }: ImplementerRecord,
): 'yes' | 'no' | 'unknown' {
  if (named !== null && mayMean(named, person)) return 'yes'
  if (named !== null && isEmail(named)) return 'no'
  if (stated) return isSameEmail(stated, person.email) ? 'yes' : 'no'
  return named === null ? 'no' : 'unknown'
}

type WordSet = ReadonlySet<string>

/**
 * Characters between an e-mail address and other words, as in `mailto:ines@example.org` or `Ines <ines@example.org>`.
 */
const separators = /[\s<>()[\]{}|/\\:;,"]/u
/** Characters around an e-mail address that are not part of it; inside it they are. */
const marks = ".'`*_!?"

const hasAtSign = (part: string) => part.includes('@')

function trimMarks(email: string): string {
  let start = 0
  let end = email.length
  while (start < end && marks.includes(email.charAt(start))) start += 1
  while (start < end && marks.includes(email.charAt(end - 1))) end -= 1
  return email.slice(start, end)
}

/** Returns the words of a name: letters and digits without case and accents. */
export const nameWords = (text: string): WordSet =>
  new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )

const wordsBeforeAt = (email: string) => nameWords(email.slice(0, email.indexOf('@')))

const isSubset = (some: WordSet, all: WordSet) => some.size > 0 && [...some].every((word) => all.has(word))

/** True if one name has all words of the other, which are at least two. */
function isFullName(one: WordSet, other: WordSet): boolean {
  const [shorter, longer] = one.size <= other.size ? [one, other] : [other, one]
  return shorter.size > 1 && isSubset(shorter, longer)
}

/** True if the review is assigned to another person. */
export const isAssignedToAnother = (review: { reviewer: string | null }, email: string): boolean =>
  review.reviewer !== null && !isSameEmail(review.reviewer, email)
