import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { HistoryFilters } from '#components/admin/history/history-filters.tsx'
import { historyView } from '#components/admin/history/history-view.tsx'
import { listHistory } from '#lib/contracts/app/history.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as history from '#server/history/queries.ts'

export const metadata = { title: historyView.title }

export default createListPage(
  historyView,
  listHistory,
  async (ctx, query) => {
    const { from, to } = query
    if (from && to && Date.parse(from) > Date.parse(to)) return { rows: [], total: 0 }
    const { rows, total } = await history.listHistory(ctx, query)
    return { rows: rows.map((event) => ({ ...event, isAdmin: ctx.actor.role === 'admin' })), total }
  },
  {
    tabs: ({ actor }) => <AdminTabs role={actor.role} current={pagePaths.history} />,
    filters: ({ query }) => <HistoryFilters query={query} />,
    // Entries that are written during a download do not shift its pages.
    exported: ({ now }, query) => ({ ...query, to: query.to ?? now.toISOString() }),
  },
)
