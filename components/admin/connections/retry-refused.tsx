'use client'

import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { runConnection } from '#lib/contracts/routes.ts'

/** Button that runs the connection, which retries its refused rows first. */
export function RetryRefused({ connectionId }: { connectionId: string }) {
  const router = useRouter()
  const run = useEndpointMutation(runConnection)
  const retry = () =>
    run.mutate(
      { params: { id: connectionId } },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: 'The refused rows are tried again within seconds' })
          router.refresh()
        },
        onError: showErrorToast,
      },
    )
  return (
    <Button size="sm" busy={run.isPending} onClick={retry}>
      Try again
    </Button>
  )
}
