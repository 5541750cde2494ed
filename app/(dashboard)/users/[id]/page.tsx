import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { UserProfile } from '#components/users/user-profile.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { getUser } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { foundOr404 } from '#server/pages/found.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import * as users from '#server/users/queries.ts'

export const metadata: Metadata = { title: 'User' }

export default async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(pagePaths.user(id))
  const user = await foundOr404(users.getUser(ctx, id))
  const client = new QueryClient()
  await prefetch(client, getUser, endpointQuery(getUser, { params: { id } }), async () => ({ data: user }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <UserProfile id={id} />
    </HydrationBoundary>
  )
}
