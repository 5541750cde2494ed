'use client'

import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { retryMail } from '#lib/contracts/routes.ts'

export function RetryMail({ id, subject }: { id: string; subject: string }) {
  const router = useRouter()
  const retry = useEndpointMutation(retryMail)
  const run = () =>
    retry.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: 'The mail is tried again within a minute' })
          router.refresh()
        },
        onError: showErrorToast,
      },
    )
  return (
    <Button size="sm" busy={retry.isPending} aria-label={`Retry: ${subject}`} onClick={run}>
      Retry
    </Button>
  )
}
