'use client'

import { CheckCheck } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { UnbrokenNumbers } from '#components/ui/text/linked-text.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { Notification } from '#lib/contracts/app/own-data.ts'
import { readAllNotifications, readNotification } from '#lib/contracts/routes.ts'

type NotificationEntryProps = {
  notification: Notification
  onLeave?: (() => void) | undefined
}

export function NotificationEntry({ notification, onLeave }: NotificationEntryProps) {
  const { id, title, body, path, created_at: createdAt, read_at: readAt } = notification
  const read = usePageMutation(readNotification)
  const isUnread = readAt === null
  const open = () => {
    if (isUnread) read.mutate({ params: { id }, keepalive: true })
    onLeave?.()
  }
  return (
    <li className="relative flex gap-2.5 rounded-md px-2 py-2 hover:bg-ink/4">
      <span aria-hidden="true" className={cx('mt-1.5 size-2 shrink-0 rounded-full', isUnread && 'bg-accent')} />
      <div className="min-w-0 flex-1 text-sm">
        <Link
          href={path}
          onClick={open}
          onAuxClick={open}
          className={cx(
            'after:absolute after:inset-0 after:rounded-md wrap-anywhere',
            isUnread ? 'font-semibold' : 'text-muted',
          )}
        >
          {isUnread ? <span className="sr-only">Unread: </span> : null}
          <UnbrokenNumbers text={title} />
        </Link>
        {body ? (
          <p className="line-clamp-2 text-xs text-muted wrap-anywhere">
            <UnbrokenNumbers text={body} />
          </p>
        ) : null}
        <p className="mt-0.5 text-xs text-muted">
          <RelativeTime value={createdAt} />
        </p>
      </div>
    </li>
  )
}

/** Marks all notifications up to `until` as read; newer ones stay unread. */
export function ReadAllButton({ until }: { until: string | undefined }) {
  const readAll = usePageMutation(readAllNotifications)
  const run = () => {
    if (until === undefined) return
    readAll.mutate(
      { body: { until } },
      {
        onError: ({ message }) =>
          showToast({ kind: 'error', title: 'Notifications not marked as read', description: message }),
      },
    )
  }
  return (
    <Button size="sm" icon={<CheckCheck aria-hidden="true" />} busy={readAll.isPending} onClick={run}>
      Mark all read
    </Button>
  )
}
