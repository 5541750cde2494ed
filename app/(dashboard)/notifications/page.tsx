import { BellOff } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { RefreshOnReturn } from '#components/layout/refresh-on-return.tsx'
import { ListTable } from '#components/list/list-table.tsx'
import type { ListQuery, ListView } from '#components/list/list-view.ts'
import { NotificationEntry, ReadAllButton } from '#components/notifications/notification-entry.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { listNotifications, type Notification } from '#lib/contracts/app/own-data.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { oneOf } from '#lib/contracts/primitives.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as notifications from '#server/notifications/queries.ts'

const endpoint = {
  ...listNotifications,
  query: listNotifications.query.extend({ show: oneOf(['unread']).optional() }),
}
type Query = QueryOf<typeof endpoint> & ListQuery

const view: ListView<Notification, Query> = {
  path: pagePaths.notifications,
  noun: ['notification', 'notifications'],
  title: 'Notifications',
  description: 'Your notifications, newest first.',
  key: 'id',
  pageSize: 50,
  columns: [],
  empty: { icon: BellOff, text: 'You are notified of assigned reviews, actions that are due, and comments.' },
}

export const metadata = { title: view.title }

export default createListPage(
  view,
  endpoint,
  async (ctx, query) => {
    const page = await notifications.listNotifications(ctx, { ...query, show: query.show ?? 'all' })
    return { rows: page.result, total: page.total_count, unread: page.unread_count }
  },
  {
    actions: () => <ButtonLink href={pagePaths.settings}>E-mail settings</ButtonLink>,
    filters: ({ query: { show }, page }) => (
      <div className="mb-3">
        <RefreshOnReturn />
        <TabLinks
          label="Notifications to show"
          tabs={[
            { href: view.path, label: 'All', current: show === undefined },
            { href: `${view.path}?show=unread`, label: 'Unread', count: page?.unread ?? 0, current: show === 'unread' },
          ]}
        />
      </div>
    ),
    table: ({ query, page: { rows, total, unread } }) => (
      <ListTable view={view} rows={rows} total={total} query={query} empty={query.show && noUnread}>
        {unread > 0 && query.page === 1 ? (
          <div>
            <ReadAllButton until={rows[0]?.created_at} />
          </div>
        ) : null}
        <Card className="p-1">
          <ul className="flex flex-col">
            {rows.map((notification) => (
              <NotificationEntry key={notification.id} notification={notification} />
            ))}
          </ul>
        </Card>
      </ListTable>
    ),
  },
)

const noUnread = (
  <EmptyState
    icon={BellOff}
    title="No unread notifications"
    action={<ButtonLink href={view.path}>Show all notifications</ButtonLink>}
  />
)
