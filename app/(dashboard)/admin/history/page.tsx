import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { HistoryFilters } from '#components/admin/history/history-filters.tsx'
import { HistoryTable } from '#components/admin/history/history-table.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { addressWith, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listHistory } from '#lib/contracts/app/history.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as history from '#server/history/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import { recordList } from '#server/platform/api/list-reply.ts'

export const metadata: Metadata = { title: 'History' }

export default async function HistoryPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(listHistory.query, await searchParams)
  const ctx = await getPageContext(
    addressWith(pagePaths.history, query, { page: query.page }, listHistory.query),
    'manager',
  )
  const client = new QueryClient()
  await prefetch(client, listHistory, endpointQuery(listHistory, { query }), async () => {
    return recordList(await history.listHistory(ctx, query), query).body
  })
  const list = client.getQueryData<ResponseOf<typeof listHistory>>(endpointQuery(listHistory, { query }).queryKey)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AdminTabs role={ctx.actor.role} current={pagePaths.history} />
      <PageHeader
        title="History"
        description="Audit log: who changed what, and when. It cannot be edited."
        actions={
          list ? (
            <ExportMenu
              path={listHistory.path}
              // Entries that are written during a download do not shift its pages.
              query={{ ...query, to: query.to ?? ctx.now.toISOString() }}
              fields={['at', 'actor_name', 'actor_kind', 'action', 'entity_type', 'entity_id', 'changes']}
              total={list.total_count}
              noun="entries"
            />
          ) : null
        }
      />
      <HistoryFilters query={query} />
      <HistoryTable query={query} isAdmin={ctx.actor.role === 'admin'} />
    </HydrationBoundary>
  )
}
