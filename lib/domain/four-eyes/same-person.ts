import { foldPersonText } from './person-index.ts'

/** A person with an account, or one whom a record names. */
export type Person = { readonly email: string; readonly name?: string | null }

/** The implementer as the change names them, and as a manager stated them at sign-off. */
export type ImplementerRecord = { readonly assigned_to: string | null; readonly stated?: string | null }

const emailForm = /^[^\s@]+@[^\s@]+$/

/** Whether the text has the form of an e-mail address. */
export const isEmailAddress = (implementer: string): boolean => emailForm.test(implementer.trim())

/** Whether two addresses are the same, without regard to case and blanks around them. */
export const isSameAddress = (one: string, other: string): boolean => foldPersonText(one) === foldPersonText(other)

/**
 * Whether two people who are known by different addresses have the same name: the same words in any order, or all words
 * of the shorter name if these are at least two. One shared word, such as a first name, says nothing.
 */
export const haveSameName = (one: string, other: string): boolean => isSameName(nameWords(one), nameWords(other))

/** As `haveSameName`, for names that are folded once to be compared with many. */
export const isSameName = (name: Words, other: Words): boolean =>
  isFullName(name, other) || (name.size === 1 && other.size === 1 && isWithin(name, other))

/**
 * Whether a text may mean a person; in doubt it does. It contains the address, or every word of the name beside others,
 * such as a team; or it is a shorter or longer form of the name, also as in `ada.moreau@…`, an address of anybody's.
 */
export const mayMean = (text: string, person: Person): boolean => isMeant(readPersonText(text), readPerson(person))

/** A text that may mean a person, folded once to be compared with many. */
type PersonText = {
  readonly addresses: ReadonlySet<string>
  /** The words beside the addresses, then those of each address before the `@`. */
  readonly words: readonly [Words, ...Words[]]
}

/** A person, folded once to be compared with many texts. */
export type FoldedPerson = { readonly address: string; readonly words: Words }

export function readPersonText(text: string): PersonText {
  const parts = text.split(separators)
  const addresses = parts.filter(isAddress).map(withoutMarks)
  const words = nameWords(parts.filter((part) => !isAddress(part)).join(' '))
  return {
    addresses: new Set([text, ...addresses].map(foldPersonText)),
    words: [words, ...addresses.map(wordsBeforeAt)],
  }
}

export const readPerson = ({ email, name }: Person): FoldedPerson => ({
  address: foldPersonText(email),
  words: nameWords(name ?? ''),
})

/** As `mayMean`. */
export const isMeant = ({ addresses, words }: PersonText, person: FoldedPerson): boolean =>
  addresses.has(person.address) ||
  isWithin(person.words, words[0]) ||
  words.some((some) => isFullName(person.words, some))

/** Whether a person implemented the change; `unknown` when its record names somebody who is not in the directory. */
export function isImplementer(
  person: Person,
  { assigned_to: named, stated }: ImplementerRecord,
): 'yes' | 'no' | 'unknown' {
  if (named !== null && mayMean(named, person)) return 'yes'
  if (named !== null && isEmailAddress(named)) return 'no'
  if (stated) return isSameAddress(stated, person.email) ? 'yes' : 'no'
  return named === null ? 'no' : 'unknown'
}

type Words = ReadonlySet<string>

/** What stands between an address and other words, as in `mailto:ines@example.org` or `Ines <ines@example.org>`. */
const separators = /[\s<>()[\]{}|/\\:;,"]/u
/** What may stand around an address without being part of it: an address has them only between others. */
const marks = ".'`*_!?"

const isAddress = (part: string) => part.includes('@')

function withoutMarks(address: string): string {
  let start = 0
  let end = address.length
  while (start < end && marks.includes(address.charAt(start))) start += 1
  while (start < end && marks.includes(address.charAt(end - 1))) end -= 1
  return address.slice(start, end)
}

/** Letters and digits without case and accents. */
export const nameWords = (text: string): Words =>
  new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )

const wordsBeforeAt = (address: string) => nameWords(address.slice(0, address.indexOf('@')))

const isWithin = (some: Words, all: Words) => some.size > 0 && [...some].every((word) => all.has(word))

/** Whether one has all words of the other, which are at least two. */
function isFullName(one: Words, other: Words): boolean {
  const [shorter, longer] = one.size <= other.size ? [one, other] : [other, one]
  return shorter.size > 1 && isWithin(shorter, longer)
}
