'use client'

import { Button } from '#components/ui/button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import { replayDelivery } from '#lib/contracts/routes.ts'
import { describeSendTime } from './webhook-labels.ts'

/** Sends a finished delivery again. */
export function ReplayDelivery({ webhook, delivery }: { webhook: Webhook; delivery: string }) {
  const replay = usePageMutation(replayDelivery)
  const send = () =>
    replay.mutate(
      { params: { id: webhook.id, delivery } },
      {
        onSuccess: () => showToast({ kind: 'success', title: 'Queued again', description: describeSendTime(webhook) }),
        onError: showErrorToast,
      },
    )
  return (
    <Button variant="primary" busy={replay.isPending} onClick={send}>
      Send again
    </Button>
  )
}
