'use client'

import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { PastEnd } from '#components/ui/table/past-end.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { listNotifications as contract } from '#lib/contracts/app/notifications.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { listNotifications } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { NotificationEntry } from './notification-entry.tsx'
import { ReadAllButton } from './read-all-button.tsx'

type NotificationQuery = QueryOf<typeof contract>

const address = ({ show, page }: Pick<NotificationQuery, 'show' | 'page'>): string => {
  const search = new URLSearchParams([
    ...(show === 'all' ? [] : [['show', show]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ]).toString()
  return search ? `${pagePaths.notifications}?${search}` : pagePaths.notifications
}

/** All notifications of a person, newest first. */
export function NotificationList({ query }: { query: NotificationQuery }) {
  const notifications = useQuery(endpointQuery(listNotifications, { query }))
  const unread = notifications.data?.unread_count
  const tabs = [
    { href: address({ show: 'all', page: 1 }), label: 'All', current: query.show === 'all' },
    {
      href: address({ show: 'unread', page: 1 }),
      label: 'Unread',
      current: query.show === 'unread',
      ...(unread === undefined ? {} : { count: unread }),
    },
  ]
  return (
    <div className="flex flex-col gap-3">
      <TabLinks label="Notifications to show" tabs={tabs} />
      <QueryStates
        query={notifications}
        failure="The notifications could not be loaded"
        skeleton={<Skeleton className="h-64" />}
      >
        {(page) => <Entries query={query} {...page} />}
      </QueryStates>
    </div>
  )
}

function Entries({
  query,
  result,
  total_count: total,
  unread_count: unread,
}: { query: NotificationQuery } & ResponseOf<typeof contract>) {
  if (result.length === 0) return <NoEntries query={query} total={total} />
  return (
    <>
      {unread > 0 && query.page === 1 ? (
        <div>
          <ReadAllButton until={result[0]?.created_at} />
        </div>
      ) : null}
      <Card className="p-1">
        <ul className="flex flex-col">
          {result.map((notification) => (
            <NotificationEntry key={notification.id} notification={notification} />
          ))}
        </ul>
      </Card>
      <Pagination
        page={query.page}
        pageSize={query.limit}
        total={total}
        hrefFor={(page) => address({ show: query.show, page })}
        noun="notifications"
      />
    </>
  )
}

function NoEntries({ query, total }: { query: NotificationQuery; total: number }) {
  if (total > 0) return <PastEnd firstHref={address({ show: query.show, page: 1 })} />
  if (query.show === 'unread') {
    return (
      <EmptyState
        icon={BellOff}
        title="No unread notifications"
        action={<ButtonLink href={pagePaths.notifications}>Show all notifications</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState
      icon={BellOff}
      title="No notifications yet"
      action={<ButtonLink href={pagePaths.changes}>Go to the changes</ButtonLink>}
    >
      You are notified of assigned reviews, actions that are due, and comments.
    </EmptyState>
  )
}
