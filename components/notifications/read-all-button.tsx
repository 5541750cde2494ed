'use client'

import { CheckCheck } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { readAllNotifications } from '#lib/contracts/routes.ts'

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
