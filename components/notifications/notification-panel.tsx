'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { listNotifications } from '#lib/contracts/app/own-data.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { NotificationEntry, ReadAllButton } from './notification-entry.tsx'

type NotificationPanelProps = {
  newest: UseQueryResult<ResponseOf<typeof listNotifications>>
  /** Only the unread count is loaded yet. */
  isFirst: boolean
  onLeave: () => void
}

export function NotificationPanel({ newest, isFirst, onLeave }: NotificationPanelProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-8 items-center justify-between gap-2 pl-2">
        <h2 className="text-md font-semibold">Notifications</h2>
        {newest.data?.unread_count ? <ReadAllButton until={newest.data.result[0]?.created_at} /> : null}
      </div>
      {isFirst && !newest.isError ? <Skeleton className="h-24" /> : <Newest newest={newest} onLeave={onLeave} />}
      <div className="border-t border-line px-2 pt-2 text-sm">
        <TextLink href={pagePaths.notifications} onClick={onLeave}>
          All notifications
        </TextLink>
      </div>
    </div>
  )
}

function Newest({ newest, onLeave }: Omit<NotificationPanelProps, 'isFirst'>) {
  if (newest.isError) {
    const title = 'The notifications could not be loaded'
    return <ErrorState title={title} message={newest.error.message} onRetry={() => newest.refetch()} />
  }
  return (
    <QueryStates query={newest} what="the notifications" skeleton={<Skeleton className="h-24" />}>
      {({ result }) =>
        result.length === 0 ? (
          <EmptyState icon={BellOff} title="No notifications yet" className="py-6">
            You are notified of assigned reviews, actions that are due, and comments.
          </EmptyState>
        ) : (
          <ul className="flex flex-col">
            {result.map((notification) => (
              <NotificationEntry key={notification.id} notification={notification} onLeave={onLeave} />
            ))}
          </ul>
        )
      }
    </QueryStates>
  )
}
