'use client'

import { useRouter } from 'next/navigation'
import { FilterBar } from '#components/filter/filter-bar.tsx'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import { type QuickFilter, QuickFilters } from '#components/filter/quick-filters.tsx'
import { SearchBox } from '#components/filter/search-box.tsx'
import type { OfferedValues } from '#components/filter/values-in-use.ts'
import { Chip } from '#components/ui/chip.tsx'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { sectionFilters } from '#lib/domain/worklist-sections.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { printValue } from '#lib/filter/print.ts'
import { type QueueQuery, queueAddress } from './queue-address.ts'

const suggestions: OfferedValues = ({ services, people }) => {
  const addresses = people.map(({ email }) => email)
  return { affected_services: services, assigned_to: addresses, reviewer: addresses }
}

const quickFiltersFor = (email: string): QuickFilter[] => [
  { label: 'Mine', conditions: [`reviewer = ${printValue(email)}`] },
  { label: 'Unassigned', conditions: [sectionFilters.unassigned] },
  { label: 'Overdue', conditions: [sectionFilters.overdue] },
  { label: 'Due this week', conditions: sectionFilters.dueThisWeek },
  { label: 'Waiting for sign-off', conditions: [sectionFilters.waiting] },
  { label: 'Needs review', conditions: ['state = review', 'pir_completed = false'] },
  { label: 'Emergency', conditions: ['type = emergency'] },
  { label: 'High risk', conditions: ['risk IN (high, very_high)'] },
  { label: 'Failed', conditions: ['pir_outcome = failed'] },
]

type QueueFiltersProps = {
  query: QueueQuery
  reading: FilterReading
  /** The filterable fields; passed in, so that the browser loads no schema for them. */
  fields: FilterFields
  email: string
}

/** Search, filter expression and quick filters of the queue, all stored in the address. */
export function QueueFilters({ query, reading, fields, email }: QueueFiltersProps) {
  const router = useRouter()
  const quickFilters = quickFiltersFor(email)
  const go = (changes: Partial<QueueQuery>) => router.push(queueAddress(query, changes), { scroll: false })
  const hrefFor = (expression: string | undefined) => queueAddress(query, { query: expression })
  return (
    <div className="mb-3 flex flex-col gap-2">
      <div className="grid gap-2 md:grid-cols-[16rem_minmax(0,1fr)]">
        <SearchBox
          label="Search the changes"
          placeholder="Number or title"
          value={query.search ?? ''}
          onSearch={(search) => go({ search: search || undefined })}
        />
        <FilterBar
          label="Filter the changes"
          placeholder="state = review AND risk IN (high, very_high)"
          expression={query.query ?? ''}
          reading={reading}
          fields={fields}
          offer={suggestions}
          onApply={(expression) => go({ query: expression || undefined })}
        />
      </div>
      <QuickFilters reading={reading} filters={quickFilters} hrefFor={hrefFor} />
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
