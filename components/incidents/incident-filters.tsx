'use client'

import { useRouter } from 'next/navigation'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import { FilterTools } from '#components/filter/filter-tools.tsx'
import { QuickFilters } from '#components/filter/quick-filters.tsx'
import type { OfferedValues } from '#components/filter/values-in-use.ts'
import { Chip } from '#components/ui/chip.tsx'
import type { IncidentQuery } from '#lib/api/incident-query.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { incidentAddress } from './incident-address.ts'

const offer: OfferedValues = ({ services }) => ({ affected_service: services })

const quickFilters = [
  { label: 'Not resolved', conditions: ['resolved_at IS EMPTY'] },
  { label: 'Critical or high', conditions: ['priority_level <= 2'] },
  { label: 'Names a change', conditions: ['related_change IS NOT EMPTY'] },
  { label: 'Confirmed by a review', conditions: ['caused_by_change IS NOT EMPTY'] },
]

type IncidentFiltersProps = {
  query: IncidentQuery
  reading: FilterReading
  /** The filterable fields; passed in, so that the browser loads no schema for them. */
  fields: FilterFields
  showsLanguage: boolean
}

/** Quick filters of the incidents, the filter builder and the filter expression, all stored in the address. */
export function IncidentFilters({ query, reading, fields, showsLanguage }: IncidentFiltersProps) {
  const router = useRouter()
  const hrefFor = (expression: string | undefined) => incidentAddress(query, { query: expression })
  return (
    <div className="mb-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
        <QuickFilters reading={reading} filters={quickFilters} hrefFor={hrefFor} />
        <FilterTools
          label="Filter the incidents"
          placeholder="priority_level <= 2 AND affected_service = payments-db"
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
        clearHref={incidentAddress(query, { query: undefined, search: undefined })}
      >
        {query.search ? (
          <Chip label="Search" removeHref={incidentAddress(query, { search: undefined })}>
            {query.search}
          </Chip>
        ) : null}
      </FilterChips>
    </div>
  )
}
