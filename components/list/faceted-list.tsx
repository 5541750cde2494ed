'use client'

import { type ReactNode, useMemo } from 'react'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import { createOffer } from '#components/filter/offered-values.ts'
import { SearchBox } from '#components/filter/search-box.tsx'
import { useOptimisticQuery } from '#components/filter/use-optimistic-query.ts'
import { RowsLoading } from '#components/ui/table/rows-loading.tsx'
import { type Facet, type FacetCounts, getValueLabel, listChosenValues, toggleValue } from '#lib/api/facets.ts'
import { FacetPanel } from './facet-panel.tsx'
import { type ListFilterProps, ListFilterTools } from './list-filter-tools.tsx'
import { type ListFilter, type ListPlace, type ListQuery, listHref } from './list-view.ts'

type FacetedListProps = ListFilterProps<ListQuery & { q?: string | undefined }> & {
  place: ListPlace
  searchPlaceholder: string
  filter: Pick<ListFilter, 'placeholder' | 'offer'>
  facets: readonly Facet[]
  /** Null while the filter expression is invalid. */
  counts: FacetCounts | null
  /** The rows, or the error of the filter expression. */
  children: ReactNode
}

/** Search, filter and facets around the rows of a list. Their state is in the URL. */
export function FacetedList({
  place,
  searchPlaceholder,
  filter,
  facets,
  counts,
  children,
  ...tools
}: FacetedListProps) {
  const { query, reading } = tools
  const getHref = (to: ListQuery) => listHref(place, to)
  const { newest, isLoading, linkTo } = useOptimisticQuery<ListQuery>(query, getHref)
  const hrefFor = (changes: Readonly<Record<string, unknown>>) => listHref(place, newest, changes)
  const offered = useMemo(() => createOffer(filter.offer ?? {}), [filter.offer])
  const applied = facets.flatMap((facet) =>
    listChosenValues(facet, newest).map((value) => ({
      label: facet.label,
      value: getValueLabel(facet, value),
      removeHref: hrefFor(toggleValue(facet, newest, value)),
    })),
  )
  return (
    <div className="flex flex-col gap-3">
      <RowsLoading when={isLoading} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={`Search the ${place.noun[1]}`}
          placeholder={searchPlaceholder}
          value={query.q ?? ''}
          hrefFor={(words) => hrefFor({ q: words || undefined, sort: undefined })}
          maxLength={500}
          className="flex-1 basis-64"
        />
        <ListFilterTools {...tools} query={newest} place={place} placeholder={filter.placeholder} offer={offered} />
      </div>
      {counts ? (
        <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <FacetPanel facets={facets} counts={counts} newest={newest} linkTo={linkTo} />
          <div className="flex min-w-0 flex-col gap-3">
            <FilterChips
              reading={reading}
              hrefFor={(expression) => hrefFor({ query: expression })}
              clearHref={getHref({ page: 1, limit: query.limit, ...(query.q && { q: query.q }) })}
              applied={applied}
            />
            {children}
          </div>
        </div>
      ) : (
        children
      )}
    </div>
  )
}
