import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { LeaverList } from '#components/admin/leavers/leaver-list.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listLeavers } from '#lib/contracts/app/leavers.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as leavers from '#server/leavers/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'

export const metadata: Metadata = { title: 'Leavers' }

export default async function LeaversPage() {
  const ctx = await getPageContext(pagePaths.leavers, 'manager')
  const client = new QueryClient()
  await prefetch(client, listLeavers, endpointQuery(listLeavers, {}), async () => {
    const { rows, total } = await leavers.listLeavers(ctx)
    return { result: rows, total_count: total }
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AdminTabs role={ctx.actor.role} current={pagePaths.leavers} />
      <PageHeader
        title="Leavers"
        description="People whose account is disabled or who left the directory, and still have work. They are not assigned new reviews or actions and get no mail."
      />
      <LeaverList today={ctx.now.toISOString().slice(0, 10)} />
    </HydrationBoundary>
  )
}
