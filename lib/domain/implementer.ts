/** `unknown`: the record names somebody who is not in the directory. */
export type ImplementerMatch = 'yes' | 'no' | 'unknown'

/** The implementer as the change names them, and as a manager stated them at sign-off. */
export type ImplementerRecord = { readonly assigned_to: string | null; readonly stated?: string | null }

type Person = { readonly email: string; readonly name?: string | null }

const emailForm = /^[^\s@]+@[^\s@]+$/

/** Whether the text has the form of an e-mail address. */
export const isEmailAddress = (implementer: string): boolean => emailForm.test(implementer.trim())

/** The text by which a change names an implementer who is not in the directory; null when there is no doubt. */
export function unresolvedImplementer({ assigned_to: named, stated }: ImplementerRecord): string | null {
  return named === null || stated || isEmailAddress(named) ? null : named
}

/**
 * Whether a person implemented the change. An unresolved implementer may be anybody, and is a person of that name; when
 * the record names nobody, nobody is.
 */
export function isImplementer(person: Person, record: ImplementerRecord): ImplementerMatch {
  const { assigned_to: named, stated } = record
  const email = named !== null && isEmailAddress(named) ? named : (stated ?? null)
  if (email !== null) return folded(email) === folded(person.email) ? 'yes' : 'no'
  if (named === null) return 'no'
  return person.name && folded(person.name) === folded(named) ? 'yes' : 'unknown'
}

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
