'use client'

import { useQuery } from '@tanstack/react-query'
import { reviewersQuery } from '#lib/api/policy-queries.ts'

/** People and groups that can be assigned reviews, as options, and their names. */
export function useAssignees() {
  const { data } = useQuery(reviewersQuery)
  const people = (data?.people ?? []).map(({ email, name }) => ({ value: email, label: name }))
  const groups = (data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const names = new Map([...people, ...groups].map(({ value, label }) => [value, label]))
  return { people, groups, nameOf: (id: string) => names.get(id) }
}
