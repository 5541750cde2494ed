import { dehydrate, QueryClient } from '@tanstack/react-query'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { prefetch } from '#app/(dashboard)/prefetch.ts'
import { QueueFilters, QueueTable } from '#components/queue/queue-table.tsx'
import { defaultQueueColumns, queueView } from '#components/queue/queue-view.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { type QueueQuery, queueCountInput, queueInput } from '#lib/api/queue-href.ts'
import { countQueue, listQueue } from '#lib/contracts/app/queue.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { countUnrecordedChanges } from '#server/deployments/unrecorded-changes.ts'
import type { PageContext } from '#server/pages/page-context.ts'
import { listOwnTeams } from '#server/worklist/queue/own-teams.ts'

export const metadata = { title: queueView.title }

const canManage = (ctx: PageContext) => hasRole(ctx.actor.role, 'manager')

export default createListPage(queueView, listQueue, loadQueue, {
  meta: async (ctx) => {
    const unrecorded = canManage(ctx) ? await countUnrecordedChanges(ctx) : 0
    return unrecorded > 0 ? (
      <TextLink href={pagePaths.unrecordedChanges} className="text-sm">
        {`${groupDigits(unrecorded)} unrecorded ${unrecorded === 1 ? 'change' : 'changes'}`}
      </TextLink>
    ) : null
  },
  columns: defaultQueueColumns,
  exported: (_, query) => queueInput(query),
  filters: async ({ ctx, filtering }) => (
    <QueueFilters {...filtering} email={ctx.actor.email} teams={await listOwnTeams(ctx)} canManage={canManage(ctx)} />
  ),
  table: ({ ctx, query, shown }) => <QueueTable query={query} shown={shown} canManage={canManage(ctx)} />,
})

/** Reads the queue into a cache of the browser, which writes to reviews on other pages mark as stale. */
async function loadQueue(ctx: PageContext, query: QueueQuery) {
  const client = new QueryClient()
  const rows = endpointQuery(listQueue, { query: queueInput(query) })
  await prefetch(client, ctx, rows, endpointQuery(countQueue, { query: queueCountInput(query) }))
  const list = client.getQueryData(rows.queryKey)
  return { rows: list?.result ?? [], total: list?.total_count ?? 0, cache: dehydrate(client) }
}
