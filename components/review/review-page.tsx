'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { changeQuery, reviewQuery } from '#lib/api/review-queries.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { ProgressStep } from '#lib/domain/review/review-progress.ts'
import { ReviewSteps } from './review-steps.tsx'
import { StartReview } from './start-review.tsx'
import type { ReviewReader } from './step-content.tsx'

/** Loaded on demand, because most reviews exist already. */

type ReviewPageProps = { number: string; step: ProgressStep; reader: ReviewReader }

type Loaded = { change: ChangeRecord; review: Review | null }

/** One step of a review, or the button that starts the review. */
export function ReviewPage({ number, step, reader }: ReviewPageProps) {
  const change = useQuery(changeQuery(number))
  const review = useQuery(reviewQuery(number))
  const [isJustStarted, setJustStarted] = useState(false)
  const both = {
    ...(change.isError ? change : review),
    data: change.data && review.data && { change: change.data, ...review.data },
  }
  return (
    <QueryStates
      query={both as UseQueryResult<Loaded>}
      failure="The review could not be loaded"
      skeleton={<SkeletonText lines={10} label="Loading the review" />}
    >
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
