'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import { FilterTools } from '#components/filter/filter-tools.tsx'
import { QuickFilters } from '#components/filter/quick-filters.tsx'
import type { OfferedValues } from '#components/filter/values-in-use.ts'
import { Chip } from '#components/ui/chip.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { countInput, type QueueQuery, queueAddress } from '#lib/api/queue-address.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { countQueue } from '#lib/contracts/routes.ts'
import { type QueueFilterKey, queueFilterConditions, queueFilterKeys } from '#lib/domain/queue-filters.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'

const offer: OfferedValues = ({ services, people }) => {
  const addresses = people.map(({ email }) => email)
  return { affected_services: services, assigned_to: addresses, reviewer: addresses }
}

const labels: Readonly<Record<QueueFilterKey, string>> = {
  mine: 'Mine',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  due_this_week: 'Due this week',
  waiting: 'To sign off',
  needs_review: 'Needs review',
  emergency: 'Emergency',
  high_risk: 'High risk',
  failed: 'Failed',
}

type QueueFiltersProps = {
  query: QueueQuery
  reading: FilterReading
  /** The filterable fields; passed in, so that the browser loads no schema for them. */
  fields: FilterFields
  email: string
  showsLanguage: boolean
}

/** Quick filters of the queue with their counts, the filter builder and the filter expression, all stored in the address. */
export function QueueFilters({ query, reading, fields, email, showsLanguage }: QueueFiltersProps) {
  const router = useRouter()
  const { data: counts } = useQuery({
    ...endpointQuery(countQueue, { query: countInput(query) }),
    enabled: reading.ok,
  })
  const conditions = queueFilterConditions(email)
  const quickFilters = queueFilterKeys.map((key) => ({
    label: labels[key],
    conditions: conditions[key],
    ...(counts && { count: counts[key] }),
  }))
  const hrefFor = (expression: string | undefined) => queueAddress(query, { query: expression })
  return (
    <div className="mb-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
        <QuickFilters reading={reading} filters={quickFilters} hrefFor={hrefFor} />
        <FilterTools
          label="Filter the changes"
          placeholder="state = review AND risk IN (high, very_high)"
          expression={query.query ?? ''}
          reading={reading}
          fields={fields}
          offer={offer}
          showsLanguage={showsLanguage}
          onApply={(expression) => router.push(hrefFor(expression || undefined), { scroll: false })}
        />
      </div>
      <FilterChips
        reading={reading}
        quickFilters={quickFilters}
        hrefFor={hrefFor}
        clearHref={queueAddress({ ...query, query: undefined, search: undefined })}
      >
        {query.search ? (
          <Chip label="Search" removeHref={queueAddress(query, { search: undefined })}>
            {query.search}
          </Chip>
        ) : null}
      </FilterChips>
    </div>
  )
}
