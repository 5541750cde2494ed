import type { ReactNode } from 'react'
import type { ChangePerson } from '#lib/contracts/app/change-people.ts'

type NamedPersonProps = {
  /** `undefined` while loading. */
  person: ChangePerson | null | undefined
  /** Replaces the text, for example with a link. */
  children?: ReactNode
}

/** A person named by a change, marked if neither accounts nor directory contain them. */
export function NamedPerson({ person, children }: NamedPersonProps) {
  if (!person) return person === null ? 'Not recorded' : children
  return (
    <>
      {children ?? person.text}
      {person.name === null ? <span className="text-muted"> (not in the directory)</span> : null}
    </>
  )
}
