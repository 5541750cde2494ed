'use client'

import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listNotifications } from '#lib/contracts/routes.ts'
import { describeCount } from '#lib/text/counted.ts'
import { groupDigits } from '#lib/text/grouped.ts'

// Loaded when it opens, to keep it out of every page.
const NotificationPanel = dynamic(() => import('./notification-panel.tsx').then((part) => part.NotificationPanel), {
  loading: () => <Skeleton className="h-24" />,
})

const pollIntervalMs = 60_000

export function NotificationBell({ unread: initialUnread }: { unread: number }) {
  const [isOpen, setOpen] = useState(false)
  const [initialData] = useState({ result: [], total_count: 0, unread_count: initialUnread })
  const newest = useQuery({
    ...endpointQuery(listNotifications, { query: { limit: 8 } }, { isBackground: true }),
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
            label={unread === 0 ? 'Notifications' : `Notifications, ${groupDigits(unread)} unread`}
            icon={
              <span className="relative">
                <Bell />
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

function UnreadAnnouncement({ unread }: { unread: number }) {
  const previousUnread = useRef(unread)
  const [text, setText] = useState('')
  useEffect(() => {
    if (unread > previousUnread.current) setText(describeCount(unread, 'unread notification'))
    previousUnread.current = unread
  }, [unread])
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  )
}
