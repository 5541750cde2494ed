'use client'

import { Code, ListFilter as FilterIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import { createOffer, type OfferedValues } from '#components/filter/offered-values.ts'
import { QuickFilters } from '#components/filter/quick-filters.tsx'
import { SearchBox } from '#components/filter/search-box.tsx'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { storeChoice } from '#components/ui/stored-choice.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { joinParts, listPartTexts } from '#lib/filter/toggle-parts.ts'
import { type ListFilter, type ListPlace, type ListQuery, listHref } from './list-view.ts'

// Every list has them, few visits open them, and together they are 20 kB.
const FilterBar = dynamic(() => import('#components/filter/filter-bar.tsx').then((part) => part.FilterBar), {
  loading: () => null,
})
const FilterBuilder = dynamic(
  () => import('#components/filter/filter-builder.tsx').then((part) => part.FilterBuilder),
  { loading: () => null },
)

export type ListFilterProps<Query extends ListQuery = ListQuery> = {
  query: Query
  reading: FilterReading
  /** Filterable fields, passed as props so that the browser loads no schema for them. */
  fields: FilterFields
  showsLanguage: boolean
}

type ListFilterToolsProps = ListFilterProps & {
  place: ListPlace
  placeholder: string
  offer: OfferedValues
}

/**
 * Two ways to filter a list by the expression in its URL, inside a flex row that wraps: a builder that adds one
 * condition at a time and, below the row on request, the filter language. An invalid filter always shows the language,
 * which marks the error.
 */
export function ListFilterTools({ place, query, reading, fields, showsLanguage, ...bar }: ListFilterToolsProps) {
  const router = useRouter()
  const [isBuilding, setBuilding] = useState(false)
  const [language, setLanguage] = useState<'hidden' | 'shown' | 'opened'>(showsLanguage ? 'shown' : 'hidden')
  const isShown = language !== 'hidden' || !reading.ok
  const apply = (expression: string | undefined) =>
    router.push(listHref(place, query, { query: expression || undefined }), { scroll: false })
  const toggle = () => {
    const next = language === 'hidden' ? 'opened' : 'hidden'
    setLanguage(next)
    storeChoice('filter-language', next === 'hidden' ? next : 'shown')
  }
  const add = (condition: string) => {
    setBuilding(false)
    const parts = listPartTexts(reading)
    if (!parts.includes(condition)) apply(joinParts([...parts, condition]))
  }
  return (
    <>
      <span className="flex gap-1">
        <Popover
          label="Add a filter"
          align="end"
          open={isBuilding}
          onOpenChange={setBuilding}
          className="w-96"
          trigger={
            <Button size="sm" icon={<FilterIcon aria-hidden="true" />} disabled={!reading.ok}>
              <span className="max-sm:sr-only">Filter</span>
            </Button>
          }
        >
          <FilterBuilder fields={fields} offer={bar.offer} onAdd={add} />
        </Popover>
        <IconButton
          size="sm"
          label="Filter language"
          icon={<Code aria-hidden="true" />}
          aria-pressed={isShown}
          onClick={toggle}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        />
      </span>
      {isShown ? (
        <div className="order-last min-w-0 basis-full">
          <FilterBar
            {...bar}
            label={`Filter the ${place.noun[1]}`}
            expression={query.query ?? ''}
            reading={reading}
            fields={fields}
            onApply={apply}
            focusesOnMount={language === 'opened'}
          />
        </div>
      ) : null}
    </>
  )
}

type ListFiltersProps = ListFilterProps & { place: ListPlace; filter: ListFilter }

export function ListFilters({ place, filter, ...tools }: ListFiltersProps) {
  const { query, reading } = tools
  const hrefFor = (expression: string | undefined) => listHref(place, query, { query: expression })
  const { placeholder, quick } = filter
  return (
    <div className="mb-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
        <QuickFilters reading={reading} filters={quick} hrefFor={hrefFor} />
        <ListFilterTools {...tools} place={place} placeholder={placeholder} offer={createOffer(filter.offer)} />
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

export function ListSearch({ place, query, placeholder }: { place: ListPlace; query: ListQuery; placeholder: string }) {
  return (
    <SearchBox
      label={`Search the ${place.noun[1]}`}
      placeholder={placeholder}
      value={query.search ?? ''}
      hrefFor={(search) => listHref(place, query, { search: search || undefined })}
      className="max-sm:min-w-36 max-sm:flex-1 max-sm:basis-0 sm:w-64"
    />
  )
}
