import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { UserTable } from '#components/users/user-table.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { addressWith, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import { resourceList } from '#server/platform/api/list-reply.ts'
import * as users from '#server/users/queries.ts'

export const metadata: Metadata = { title: 'Users' }

export default async function UsersPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(listUsers.query, await searchParams)
  const ctx = await getPageContext(addressWith(pagePaths.users, query, { page: query.page }, listUsers.query))
  const client = new QueryClient()
  await prefetch(client, listUsers, endpointQuery(listUsers, { query }), async () => {
    return resourceList(await users.listUsers(ctx, query), query).body
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader title="Users" description="The people of the organisation, as in the API." />
      <UserTable query={query} />
    </HydrationBoundary>
  )
}
