'use client'

import { SearchBox } from '#components/filter/search-box.tsx'
import { addressWith } from '#lib/api/page-query.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Searches the users; `search` is the active search, `sort` the order to keep. */
export function UserSearchBox({ search, sort }: { search: string | undefined; sort: string | undefined }) {
  return (
    <SearchBox
      label="Search the users"
      placeholder="Name or e-mail"
      value={search ?? ''}
      hrefFor={(words) => addressWith(pagePaths.users, { sort }, { search: words })}
      className="w-56 sm:w-64"
    />
  )
}
