'use client'

import { useRouter } from 'next/navigation'
import { FilterTools } from '#components/filter/filter-tools.tsx'
import type { OfferedValues } from '#components/filter/offered-values.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { type ListPlace, type ListQuery, listHref } from './list-view.ts'

/** Props that `createListPage` passes to the filters of a list. */
export type ListFilterProps<Query extends ListQuery = ListQuery> = {
  query: Query
  reading: FilterReading
  /** Filterable fields, passed as props so that the browser loads no schema for them. */
  fields: FilterFields
  /** True if this browser shows the filter language. */
  showsLanguage: boolean
}

type ListFilterToolsProps = ListFilterProps & {
  place: ListPlace
  /** An example expression. */
  placeholder: string
  /** See `FilterTools`. */
  offer: OfferedValues
}

/** Builder and language for the filter expression in the URL of a list. */
export function ListFilterTools({ place, query, ...tools }: ListFilterToolsProps) {
  const router = useRouter()
  return (
    <FilterTools
      label={`Filter the ${place.noun[1]}`}
      expression={query.query ?? ''}
      onApply={(expression) =>
        router.push(listHref(place, query, { query: expression || undefined }), { scroll: false })
      }
      {...tools}
    />
  )
}
