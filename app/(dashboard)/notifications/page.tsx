import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { NotificationList } from '#components/notifications/notification-list.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { addressWith, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listNotifications } from '#lib/contracts/app/notifications.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as notifications from '#server/notifications/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'

export const metadata: Metadata = { title: 'Notifications' }

export default async function NotificationsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(listNotifications.query, await searchParams)
  const address = addressWith(pagePaths.notifications, query, { page: query.page }, listNotifications.query)
  const ctx = await getPageContext(address)
  const client = new QueryClient()
  await prefetch(client, listNotifications, endpointQuery(listNotifications, { query }), () =>
    notifications.listNotifications(ctx, query),
  )
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader
        title="Notifications"
        description="Your notifications, newest first."
        actions={<ButtonLink href={pagePaths.settings}>E-mail settings</ButtonLink>}
      />
      <NotificationList query={query} />
    </HydrationBoundary>
  )
}
