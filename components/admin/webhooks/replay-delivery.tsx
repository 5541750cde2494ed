'use client'

import { Button } from '#components/ui/button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { replayDelivery } from '#lib/contracts/admin-routes.ts'

/** Sends a finished delivery again. */
export function ReplayDelivery({ id, delivery }: { id: string; delivery: string }) {
  const replay = usePageMutation(replayDelivery)
  const send = () =>
    replay.mutate(
      { params: { id, delivery } },
      {
        onSuccess: () => showToast({ kind: 'success', title: 'It is sent again within seconds' }),
        onError: showErrorToast,
      },
    )
  return (
    <Button variant="primary" busy={replay.isPending} onClick={send}>
      Send again
    </Button>
  )
}
