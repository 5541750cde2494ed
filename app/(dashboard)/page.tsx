import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PageHeader } from '#components/layout/page-header.tsx'
import { WorklistPage } from '#components/worklist/worklist-page.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { getWorklist } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { hasChanges } from '#server/changes/has-changes.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from './prefetch.ts'

export const metadata: Metadata = { title: 'Today' }

export default async function StartPage() {
  const ctx = await getPageContext(pagePaths.start)
  if (ctx.actor.role === 'auditor') redirect(pagePaths.audits)
  const client = new QueryClient()
  await prefetch(client, ctx, endpointQuery(getWorklist, {}))
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
