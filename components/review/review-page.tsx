'use client'

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { changeQuery, reviewQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { startReview } from '#lib/contracts/routes.ts'
import type { ProgressStep } from '#lib/review/labels.ts'
import type { ReviewReader } from './form/use-step-form.ts'
import { ReviewSteps } from './review-steps.tsx'

type Loaded = { change: ChangeRecord; review: Review | null }

export function ReviewPage({ number, step, reader }: { number: string; step: ProgressStep; reader: ReviewReader }) {
  const change = useQuery(changeQuery(number))
  const review = useQuery(reviewQuery(number))
  const [isJustStarted, setJustStarted] = useState(false)
  const both = {
    ...(change.isError ? change : review),
    data: change.data && review.data && { change: change.data, ...review.data },
  }
  return (
    <QueryStates query={both as UseQueryResult<Loaded>} what="the review" lines={10}>
      {(data) =>
        data.review ? (
          <ReviewSteps
            change={data.change}
            review={data.review}
            step={step}
            reader={reader}
            takesFocus={isJustStarted}
          />
        ) : (
          <StartReview change={data.change} canWrite={reader.canWrite} onStarted={() => setJustStarted(true)} />
        )
      }
    </QueryStates>
  )
}

type StartReviewProps = { change: ChangeRecord; canWrite: boolean; onStarted: () => void }

/** Start button for a change without a review. */
function StartReview({ change, canWrite, onStarted }: StartReviewProps) {
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
