/** Whether a person implemented a change. `unknown`: the record names somebody whom the directory does not know. */
export type ImplementerMatch = 'yes' | 'no' | 'unknown'

/** The implementer as the change record names them, and as a manager stated them at sign-off. */
export type ImplementerRecord = { readonly assigned_to: string | null; readonly stated?: string | null }

type Person = { readonly email: string; readonly name?: string | null }

const emailForm = /^[^\s@]+@[^\s@]+$/

/** Whether this names a person by e-mail address. An import keeps other text when it cannot resolve it. */
export const isResolved = (implementer: string): boolean => emailForm.test(implementer.trim())

/** The text by which a change names an implementer who is not in the directory; null when there is no doubt. */
export function unresolvedImplementer({ assigned_to: named, stated }: ImplementerRecord): string | null {
  return named === null || stated || isResolved(named) ? null : named
}

/**
 * Whether this person implemented the change. An unresolved implementer may be anybody, and certainly is who bears that
 * name; where the record names nobody, nobody is. Source: contract.md, "People are people".
 */
export function isImplementer(person: Person, record: ImplementerRecord): ImplementerMatch {
  const { assigned_to: named, stated } = record
  const email = named !== null && isResolved(named) ? named : (stated ?? null)
  if (email !== null) return folded(email) === folded(person.email) ? 'yes' : 'no'
  if (named === null) return 'no'
  return person.name && folded(person.name) === folded(named) ? 'yes' : 'unknown'
}

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
