import type { ReactNode } from 'react'
import type { ChangePerson } from '#lib/contracts/app/change-people.ts'

type NamedPersonProps = {
  /** undefined while it is loading. */
  person: ChangePerson | null | undefined
  /** Stands in place of the text, as a link. */
  children?: ReactNode
}

/** A person as a change names them, with a remark where neither accounts nor directory know who that is. */
export function NamedPerson({ person, children }: NamedPersonProps) {
  if (!person) return person === null ? 'Nobody named' : children
  return (
    <>
      {children ?? person.text}
      {person.name === null ? <span className="text-muted"> (not in the directory)</span> : null}
    </>
  )
}
