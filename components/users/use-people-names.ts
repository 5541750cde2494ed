'use client'

import { useQuery } from '@tanstack/react-query'
import { peopleNamesQuery, selectNamedEmails } from '#lib/api/review-queries.ts'

/** Returns a function that gives the name of a person, or the e-mail address while the name is unknown. */
export function usePeopleNames(emails: readonly (string | null)[]): (email: string) => string {
  const presentEmails = emails.filter((email) => email !== null)
  const query = useQuery({
    ...peopleNamesQuery(presentEmails),
    enabled: selectNamedEmails(presentEmails).length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const names = new Map(query.data?.result.map(({ email, name }) => [email, name]))
  return (email) => names.get(email) ?? email
}
