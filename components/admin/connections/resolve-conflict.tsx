'use client'

import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ConnectionWrite } from '#lib/contracts/app/connection-records.ts'
import { settleWrite } from '#lib/contracts/routes.ts'

type ResolveConflictProps = { connectionId: string; write: Pick<ConnectionWrite, 'id' | 'key' | 'status'> }

/** Buttons that resolve a write that failed or found a conflict. */
export function ResolveConflict({ connectionId, write }: ResolveConflictProps) {
  const router = useRouter()
  const mutation = useEndpointMutation(settleWrite)
  const decide = (decision: 'ours' | 'theirs' | 'retry') =>
    mutation.mutate(
      { params: { id: connectionId, write: write.id }, body: { decision } },
      { onSuccess: () => router.refresh(), onError: showErrorToast },
    )
  const isConflict = write.status === 'conflict'
  const choices = isConflict
    ? ([
        ['ours', 'Write ours'],
        ['theirs', 'Leave theirs'],
      ] as const)
    : ([
        ['retry', 'Try again'],
        ['theirs', 'Give up'],
      ] as const)
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map(([decision, label]) => (
        <Button
          key={decision}
          size="sm"
          busy={mutation.isPending && mutation.variables.body.decision === decision}
          aria-label={`${label}: ${write.key}`}
          onClick={() => decide(decision)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
