'use client'

import { useQuery } from '@tanstack/react-query'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { assignedPeople, reviewersQuery } from '#lib/api/policy-queries.ts'
import type { RuleAssignment } from '#lib/contracts/app/policy-conditions.ts'

/** The reviewer groups as options, and the names of groups and of the people to whom these assignments go. */
export function useAssignees(assignments: readonly RuleAssignment[] = []) {
  const { data } = useQuery(reviewersQuery())
  const nameOfPerson = usePeopleNames(assignedPeople(assignments))
  const groups = (data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const nameOf = (id: string) => groups.find(({ value }) => value === id)?.label ?? nameOfPerson(id)
  return { firstPerson: data?.people[0]?.email, groups, nameOf }
}
