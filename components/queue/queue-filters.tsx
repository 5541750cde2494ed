'use client'

import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ListFilters } from '#components/list/list-filters.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { queueCountInput, queuePlace } from '#lib/api/queue-href.ts'
import { countQueue } from '#lib/contracts/routes.ts'
import { listQueueFilterConditions, type QueueFilterKey, queueFilterKeys } from '#lib/domain/review/queue-filters.ts'

const labels: Readonly<Record<QueueFilterKey, string>> = {
  mine: 'My open reviews',
  my_team: 'My team',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  due_this_week: 'Due this week',
  waiting: 'To sign off',
  waivers: 'Waivers to confirm',
  needs_review: 'Open reviews',
  emergency: 'Emergency',
  high_risk: 'High risk',
  failed: 'Failed',
}

const offer = {
  affected_services: 'services',
  assigned_to: 'people',
  approved_by: 'people',
  reviewer: 'people',
} as const

type QueueFiltersProps = Omit<ComponentProps<typeof ListFilters>, 'place' | 'filter'> & {
  email: string
  teams: readonly string[]
  canManage: boolean
}

/** The filters of a list, with quick filters of the reader and their counts. */
export function QueueFilters({ email, teams, canManage, ...props }: QueueFiltersProps) {
  const { data: counts } = useQuery({
    ...endpointQuery(countQueue, { query: queueCountInput(props.query) }),
    enabled: props.reading.ok,
  })
  const conditions = listQueueFilterConditions({ email, teams })
  const quick = queueFilterKeys.flatMap((key) => {
    const keyConditions = key === 'waivers' && !(canManage && counts?.waivers) ? undefined : conditions[key]
    return keyConditions
      ? [{ label: labels[key], conditions: keyConditions, ...(counts && { count: counts[key] }) }]
      : []
  })
  return (
    <ListFilters
      place={queuePlace}
      filter={{ placeholder: 'state = review AND risk IN (high, very_high)', offer, quick }}
      {...props}
    />
  )
}
