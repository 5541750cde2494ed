'use client'

import { SearchBox } from '#components/filter/search-box.tsx'
import type { IncidentQuery } from '#lib/api/incident-query.ts'
import { incidentAddress } from './incident-address.ts'

/** Searches the incidents by number or description. */
export function IncidentSearch({ query }: { query: IncidentQuery }) {
  return (
    <SearchBox
      label="Search the incidents"
      placeholder="Number or description"
      value={query.search ?? ''}
      hrefFor={(search) => incidentAddress(query, { search: search || undefined })}
      className="w-56 sm:w-64"
    />
  )
}
