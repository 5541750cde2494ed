'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { newestNotifications } from '#lib/api/account-queries.ts'
import type { listNotifications } from '#lib/contracts/app/notifications.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { NotificationEntry } from './notification-entry.tsx'
import { ReadAllButton } from './read-all-button.tsx'

const pollIntervalMs = 60_000

/** The header's bell with the unread count; `unread` is the server-rendered count. */
export function NotificationBell({ unread: initialUnread }: { unread: number }) {
  const [isOpen, setOpen] = useState(false)
  const [initialData] = useState({ result: [], total_count: 0, unread_count: initialUnread })
  const newest = useQuery({
    ...newestNotifications,
    initialData,
    staleTime: pollIntervalMs,
    refetchInterval: pollIntervalMs,
  })
  const unread = newest.data.unread_count
  return (
    <>
      <Popover
        open={isOpen}
        onOpenChange={(next) => {
          setOpen(next)
          if (next) void newest.refetch()
        }}
        label="Notifications"
        align="end"
        className="w-88 max-w-[calc(100vw-1rem)]"
        trigger={
          <IconButton
            label={unread === 0 ? 'Notifications' : `Notifications, ${formatCount(unread)} unread`}
            icon={
              <span className="relative">
                <Bell aria-hidden="true" />
                {unread === 0 ? null : <UnreadCount count={unread} />}
              </span>
            }
          />
        }
      >
        <NotificationPanel newest={newest} isFirst={!newest.isFetchedAfterMount} onLeave={() => setOpen(false)} />
      </Popover>
      <UnreadAnnouncement unread={unread} />
    </>
  )
}

const UnreadCount = ({ count }: { count: number }) => (
  <span
    aria-hidden="true"
    className="absolute -top-2 left-2 min-w-4 rounded-full bg-danger px-1 text-center text-2xs leading-4 font-semibold text-on-danger tabular-nums"
  >
    {count > 99 ? '99+' : count}
  </span>
)

/** Announces new notifications only. */
function UnreadAnnouncement({ unread }: { unread: number }) {
  const previousUnread = useRef(unread)
  const [text, setText] = useState('')
  useEffect(() => {
    if (unread > previousUnread.current)
      setText(unread === 1 ? '1 unread notification' : `${unread} unread notifications`)
    previousUnread.current = unread
  }, [unread])
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  )
}

type NotificationPanelProps = {
  newest: UseQueryResult<ResponseOf<typeof listNotifications>>
  /** Only the unread count is loaded yet. */
  isFirst: boolean
  onLeave: () => void
}

/** The popover of the bell: the newest notifications. */
function NotificationPanel({ newest, isFirst, onLeave }: NotificationPanelProps) {
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
  const failure = 'The notifications could not be loaded'
  if (newest.isError)
    return <ErrorState title={failure} message={newest.error.message} onRetry={() => newest.refetch()} />
  return (
    <QueryStates query={newest} failure={failure} skeleton={<Skeleton className="h-24" />}>
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
