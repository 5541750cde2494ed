'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { reviewQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { startReview } from '#lib/contracts/routes.ts'

type StartReviewProps = { change: ChangeRecord; canWrite: boolean; onStarted: () => void }

/** Start button for a change without a review. */
export function StartReview({ change, canWrite, onStarted }: StartReviewProps) {
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const start = useEndpointMutation(startReview)
  const run = () =>
    start.mutate(
      { params: { number: change.number }, body: {} },
      {
        onSuccess: (review) => {
          onStarted()
          client.setQueryData(reviewQuery(change.number).queryKey, { review })
        },
      },
    )
  return (
    <EmptyState
      icon={ClipboardCheck}
      title={<h1>{change.title} has no review yet</h1>}
      action={
        canWrite ? (
          <Button variant="primary" disabled={!isHydrated} busy={start.isPending} onClick={run}>
            Start the review
          </Button>
        ) : null
      }
    >
      {start.error ? (
        <Notice tone="danger" announce>
          {start.error.message}
        </Notice>
      ) : canWrite ? (
        'Six short steps and a sign-off. Answers are saved automatically, so you can stop and continue at any time.'
      ) : (
        'A reviewer can start it. You can read it then.'
      )}
    </EmptyState>
  )
}
