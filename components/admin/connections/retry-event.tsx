'use client'

import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { retryEvent } from '#lib/contracts/routes.ts'

type RetryEventProps = { connectionId: string; eventId: string /** The reason for the failure. */; reason: string }

/** Button that reads a failed event again. */
export function RetryEvent({ connectionId, eventId, reason }: RetryEventProps) {
  const router = useRouter()
  const retry = useEndpointMutation(retryEvent)
  return (
    <Button
      size="sm"
      busy={retry.isPending}
      aria-label={`Try again: ${reason}`}
      onClick={() =>
        retry.mutate(
          { params: { id: connectionId, event: eventId } },
          { onSuccess: () => router.refresh(), onError: showErrorToast },
        )
      }
    >
      Try again
    </Button>
  )
}
