'use client'

import { useQuery } from '@tanstack/react-query'
import { namedIncidentsQuery } from '#lib/api/review-queries.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import type { ReviewFormValues } from '#lib/domain/review-forms.ts'

/** The incidents that a review decided on; empty while they load. */
export function useDecidedIncidents({ incidents }: Pick<ReviewFormValues, 'incidents'>): readonly Incident[] {
  const decided = incidents.decisions.map(({ incident }) => incident)
  const query = useQuery({ ...namedIncidentsQuery(decided), enabled: decided.length > 0 })
  return query.data?.result ?? []
}
