import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { WorklistPage } from '#components/worklist/worklist-page.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { getWorklist } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { hasChanges } from '#server/changes/has-changes.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import * as worklist from '#server/worklist/queries.ts'

export const metadata: Metadata = { title: 'Today' }

/** The worklist of the signed-in person. */
export default async function StartPage() {
  const ctx = await getPageContext(pagePaths.start)
  const client = new QueryClient()
  await prefetch(client, getWorklist, endpointQuery(getWorklist, {}), () => worklist.getWorklist(ctx))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader title="Today" description="What waits for you, the most urgent first." />
      <WorklistPage
        canReview={hasRole(ctx.actor.role, 'reviewer')}
        canManage={hasRole(ctx.actor.role, 'manager')}
        hasChanges={await hasChanges(ctx)}
      />
    </HydrationBoundary>
  )
}
