import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { UserQuery, userAddress } from '#components/users/user-address.ts'
import { UserSearchBox } from '#components/users/user-search-box.tsx'
import { UserTable } from '#components/users/user-table.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import * as users from '#server/users/queries.ts'

export const metadata: Metadata = { title: 'Users' }

export default async function UsersPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(UserQuery, await searchParams)
  const ctx = await getPageContext(userAddress(query, { page: query.page }))
  const { rows, total } = await users.listUsers(ctx, query)
  return (
    <>
      <PageHeader
        title="Users"
        description="The people of the organisation."
        actions={<UserSearchBox search={query.search} sort={query.sort} />}
      />
      <UserTable users={rows} total={total} query={query} />
    </>
  )
}
