'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changePeopleQuery } from '#lib/api/review-queries.ts'
import type { ChangePerson } from '#lib/contracts/app/changes.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'

type ImplementerProps = { change: Pick<ChangeRecord, 'number' | 'assigned_to'>; link?: (name: string) => ReactNode }

export function Implementer({ change, link }: ImplementerProps) {
  const { data: people } = useQuery(changePeopleQuery(change.number))
  if (change.assigned_to === null) return 'Not recorded'
  return (
    <NamedPerson person={people?.assigned_to ?? undefined} fallback={change.assigned_to} {...(link ? { link } : {})} />
  )
}

type NamedPersonProps = {
  /** `undefined` while loading. */
  person: ChangePerson | null | undefined
  fallback?: string
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
