/** A person as an account or the directory has them. */
export type KnownPerson = {
  readonly email: string
  readonly name: string
  readonly userName: string | null
  readonly employeeNumber: string | null
}

export type PersonResolution =
  | { readonly kind: 'known'; readonly email: string }
  | { readonly kind: 'unknown' }
  /** The text fits several people. */
  | { readonly kind: 'ambiguous' }

/** A text as names are compared: case and blanks do not count, accents do. */
export const foldPersonText = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Finds the person whom a text names: by e-mail address, else by user name or employee number, else by name. Records
 * with one address are one person, whatever its case; of several spellings the first in `people` is the address given.
 */
export function indexPeople(people: Iterable<KnownPerson>): (text: string) => PersonResolution {
  const addresses = new Map<string, string>()
  const logins = new Map<string, Set<string>>()
  const names = new Map<string, Set<string>>()
  const add = (index: Map<string, Set<string>>, text: string | null, person: string) => {
    const key = foldPersonText(text ?? '')
    if (key === '') return
    const known = index.get(key)
    if (known) known.add(person)
    else index.set(key, new Set([person]))
  }
  for (const { email, name, userName, employeeNumber } of people) {
    const person = foldPersonText(email)
    if (!addresses.has(person)) addresses.set(person, email)
    add(logins, userName, person)
    add(logins, employeeNumber, person)
    add(names, name, person)
  }
  return (text) => {
    const key = foldPersonText(text)
    const [person, ...others] = addresses.has(key) ? [key] : (logins.get(key) ?? names.get(key) ?? [])
    const email = person === undefined ? undefined : addresses.get(person)
    if (email === undefined) return { kind: 'unknown' }
    return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'known', email }
  }
}
