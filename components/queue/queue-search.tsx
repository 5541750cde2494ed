'use client'

import { SearchBox } from '#components/filter/search-box.tsx'
import { type QueueQuery, queueAddress } from '#lib/api/queue-address.ts'

/** Searches the queue by number or title. */
export function QueueSearch({ query }: { query: QueueQuery }) {
  return (
    <SearchBox
      label="Search the changes"
      placeholder="Number or title"
      value={query.search ?? ''}
      hrefFor={(search) => queueAddress(query, { search: search || undefined })}
      className="w-56 sm:w-64"
    />
  )
}
