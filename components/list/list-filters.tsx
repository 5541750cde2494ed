'use client'

import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import { FilterTools } from '#components/filter/filter-tools.tsx'
import type { OfferedValues } from '#components/filter/offered-values.ts'
import { QuickFilters } from '#components/filter/quick-filters.tsx'
import { Chip } from '#components/ui/chip.tsx'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { type ListFilter, type ListPlace, type ListQuery, listHref } from './list-view.ts'

type ListFiltersProps = {
  place: ListPlace
  filter: ListFilter
  query: ListQuery
  reading: FilterReading
  /** The filterable fields; passed in, so that the browser loads no schema for them. */
  fields: FilterFields
  showsLanguage: boolean
}

/** Quick filters of a list, the filter builder and the filter expression, all stored in the address. */
export function ListFilters({ place, filter, query, reading, fields, showsLanguage }: ListFiltersProps) {
  const router = useRouter()
  const hrefFor = (expression: string | undefined) => listHref(place, query, { query: expression })
  const { offer = {}, placeholder, quick } = filter
  const offerValues = useCallback<OfferedValues>(
    (values) =>
      Object.fromEntries(
        Object.entries(offer).map(([field, name]) => [
          field,
          name === 'people' ? values.people.map(({ email }) => email) : values[name],
        ]),
      ),
    [offer],
  )
  return (
    <div className="mb-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
        <QuickFilters reading={reading} filters={quick} hrefFor={hrefFor} />
        <FilterTools
          label={`Filter the ${place.noun[1]}`}
          placeholder={placeholder}
          expression={query.query ?? ''}
          reading={reading}
          fields={fields}
          offer={offerValues}
          showsLanguage={showsLanguage}
          onApply={(expression) => router.push(hrefFor(expression || undefined), { scroll: false })}
        />
      </div>
      <FilterChips
        reading={reading}
        quickFilters={quick}
        hrefFor={hrefFor}
        clearHref={listHref(place, query, { query: undefined, search: undefined })}
      >
        {query.search ? (
          <Chip label="Search" removeHref={listHref(place, query, { search: undefined })}>
            {query.search}
          </Chip>
        ) : null}
      </FilterChips>
    </div>
  )
}
