import type { ReactNode } from 'react'
import type { ChangePerson } from '#lib/contracts/app/changes.ts'

type NamedPersonProps = {
  /** `undefined` while loading. */
  person: ChangePerson | null | undefined
  /** The text while the person is unknown. */
  fallback?: string
  /** A link around the name. */
  link?: (name: string) => ReactNode
}

/** Name of a person of a change, marked if neither accounts nor directory contain them. */
export function NamedPerson({ person, fallback = '', link = (name) => name }: NamedPersonProps) {
  if (!person) return person === null ? 'Not recorded' : link(fallback)
  return (
    <>
      {link(person.name ?? person.text)}
      {person.name === null ? <span className="text-muted"> (not in the directory)</span> : null}
    </>
  )
}
