'use client'

import { SearchBox } from '#components/filter/search-box.tsx'
import { type ListPlace, type ListQuery, listHref } from './list-view.ts'

type ListSearchProps = { place: ListPlace; query: ListQuery; placeholder: string }

/** Search box of a list; the search is in the URL. */
export function ListSearch({ place, query, placeholder }: ListSearchProps) {
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
