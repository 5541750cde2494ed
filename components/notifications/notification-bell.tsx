'use client'

import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#components/ui/format-count.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { newestNotifications } from '#lib/api/account-queries.ts'

const NotificationPanel = dynamic(async () => (await import('./notification-panel.tsx')).NotificationPanel)

/** Milliseconds between two looks for news, while the page is seen. */
const lookEvery = 60_000

/** The bell of the header with the number of what is unread; `unread` is the number as the server knew it. */
export function NotificationBell({ unread: unreadAtFirst }: { unread: number }) {
  const [isOpen, setOpen] = useState(false)
  const [atFirst] = useState({ result: [], total_count: 0, unread_count: unreadAtFirst })
  const newest = useQuery({
    ...newestNotifications,
    initialData: atFirst,
    staleTime: lookEvery,
    refetchInterval: lookEvery,
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
      <NewsForScreenReaders unread={unread} />
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

/** Says when something new has come, and only then. */
function NewsForScreenReaders({ unread }: { unread: number }) {
  const before = useRef(unread)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (unread > before.current) setNews(unread === 1 ? '1 unread notification' : `${unread} unread notifications`)
    before.current = unread
  }, [unread])
  return (
    <span role="status" className="sr-only">
      {news}
    </span>
  )
}
