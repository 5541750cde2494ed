/** A person from the accounts or the directory. */
export type IndexedPerson = {
  readonly email: string
  readonly name: string
  readonly userName: string | null
  readonly employeeNumber: string | null
}

export type PersonResolution =
  | {
      readonly kind: 'known'
      readonly email: string
      /**
       * True if the text is their e-mail address, user name or employee number; false for a name, which several people
       * may share.
       */
      readonly isIdentifier: boolean
    }
  | { readonly kind: 'unknown' }
  /** The text matches several people. */
  | { readonly kind: 'ambiguous' }

/** Folds a name for comparison, without regard to case and blanks. Accents count. */
export const foldPersonText = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Returns a function that finds a person by e-mail address, else by user name or employee number, else by name. Records
 * with the same e-mail address in any case are one person; the first spelling in `people` is returned.
 */
export function indexPeople(people: Iterable<IndexedPerson>): (text: string) => PersonResolution {
  const emails = new Map<string, string>()
  const logins = new Map<string, Set<string>>()
  const names = new Map<string, Set<string>>()
  const add = (index: Map<string, Set<string>>, text: string | null, person: string) => {
    const key = foldPersonText(text ?? '')
    if (key === '') return
    const entries = index.get(key)
    if (entries) entries.add(person)
    else index.set(key, new Set([person]))
  }
  for (const { email, name, userName, employeeNumber } of people) {
    const person = foldPersonText(email)
    if (!emails.has(person)) emails.set(person, email)
    add(logins, userName, person)
    add(logins, employeeNumber, person)
    add(names, name, person)
  }
  return (text) => {
    const key = foldPersonText(text)
    const identified = emails.has(key) ? [key] : logins.get(key)
    const [person, ...others] = identified ?? names.get(key) ?? []
    const email = person === undefined ? undefined : emails.get(person)
    if (email === undefined) return { kind: 'unknown' }
    return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'known', email, isIdentifier: identified !== undefined }
  }
}
