'use client'

import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ListFilters } from '#components/list/list-filters.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { countInput, queuePlace } from '#lib/api/queue-href.ts'
import { countQueue } from '#lib/contracts/routes.ts'
import { type QueueFilterKey, queueFilterConditions, queueFilterKeys } from '#lib/domain/review/queue-filters.ts'

const labels: Readonly<Record<QueueFilterKey, string>> = {
  mine: 'My open reviews',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  due_this_week: 'Due this week',
  waiting: 'To sign off',
  needs_review: 'Open reviews',
  emergency: 'Emergency',
  high_risk: 'High risk',
  failed: 'Failed',
}

const offer = { affected_services: 'services', assigned_to: 'people', reviewer: 'people' } as const

type QueueFiltersProps = Omit<ComponentProps<typeof ListFilters>, 'place' | 'filter'> & { email: string }

/** The filters of a list, with quick filters of the reader and their counts. */
export function QueueFilters({ email, ...props }: QueueFiltersProps) {
  const { data: counts } = useQuery({
    ...endpointQuery(countQueue, { query: countInput(props.query) }),
    enabled: props.reading.ok,
  })
  const conditions = queueFilterConditions(email)
  const quick = queueFilterKeys.map((key) => ({
    label: labels[key],
    conditions: conditions[key],
    ...(counts && { count: counts[key] }),
  }))
  return (
    <ListFilters
      place={queuePlace}
      filter={{ placeholder: 'state = review AND risk IN (high, very_high)', offer, quick }}
      {...props}
    />
  )
}
