'use client'

import { useMemo } from 'react'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import { createOffer } from '#components/filter/offered-values.ts'
import { QuickFilters } from '#components/filter/quick-filters.tsx'
import { type ListFilterProps, ListFilterTools } from './list-filter-tools.tsx'
import { type ListFilter, type ListPlace, listHref } from './list-view.ts'

type ListFiltersProps = ListFilterProps & { place: ListPlace; filter: ListFilter }

/** Quick filters, filter builder and filter language of a list. Their state is in the URL. */
export function ListFilters({ place, filter, ...tools }: ListFiltersProps) {
  const { query, reading } = tools
  const hrefFor = (expression: string | undefined) => listHref(place, query, { query: expression })
  const { offer, placeholder, quick } = filter
  const offered = useMemo(() => createOffer(offer ?? {}), [offer])
  return (
    <div className="mb-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
        <QuickFilters reading={reading} filters={quick} hrefFor={hrefFor} />
        <ListFilterTools {...tools} place={place} placeholder={placeholder} offer={offered} />
      </div>
      <FilterChips
        reading={reading}
        quickFilters={quick}
        hrefFor={hrefFor}
        clearHref={listHref(place, query, { query: undefined, search: undefined })}
        applied={[{ label: 'Search', value: query.search, removeHref: listHref(place, query, { search: undefined }) }]}
      />
    </div>
  )
}
