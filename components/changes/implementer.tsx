'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changePeopleQuery } from '#lib/api/review-queries.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { NamedPerson } from './named-person.tsx'

type ImplementerProps = { change: Pick<ChangeRecord, 'number' | 'assigned_to'>; children?: ReactNode }

/** The implementer of a change; `children` replace the text. */
export function Implementer({ change, children }: ImplementerProps) {
  const { data: people } = useQuery(changePeopleQuery(change.number))
  if (change.assigned_to === null) return 'Not recorded'
  return <NamedPerson person={people?.assigned_to ?? undefined}>{children ?? change.assigned_to}</NamedPerson>
}
