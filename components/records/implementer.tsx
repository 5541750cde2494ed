'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changePeopleQuery } from '#lib/api/review-queries.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { NamedPerson } from './named-person.tsx'

type ImplementerProps = { change: Pick<ChangeRecord, 'number' | 'assigned_to'>; link?: (name: string) => ReactNode }

/** The implementer of a change, by name. */
export function Implementer({ change, link }: ImplementerProps) {
  const { data: people } = useQuery(changePeopleQuery(change.number))
  if (change.assigned_to === null) return 'Not recorded'
  return (
    <NamedPerson person={people?.assigned_to ?? undefined} fallback={change.assigned_to} {...(link ? { link } : {})} />
  )
}
