import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rememberToday } from '#components/next-review/remembered-list.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { ApiError } from '#lib/api/api-error.ts'
import type { CallInput, CallResponse } from '#lib/api/call-endpoint.ts'
import { changeQuery, reviewQuery, signOffQuery } from '#lib/api/review-queries.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { Route } from '#lib/contracts/endpoint.ts'
import type * as calls from '#lib/contracts/routes.ts'

type ReviewRoute = Extract<
  (typeof calls)[keyof typeof calls],
  { method: 'POST'; path: `/api/app/v1/reviews/{reference}/${string}` }
>
type Returning<Response, R> = R extends Route ? (CallResponse<R> extends Response ? R : never) : never

type ReviewTransition = Returning<Review, ReviewRoute>

/** Changes the status of a review, once. After a rejection the data of the page is read again. */
export function useReviewTransition(endpoint: ReviewTransition, { reference, change_number: number }: Review) {
  const client = useQueryClient()
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const { queryKey } = reviewQuery(number)
  const move = useEndpointMutation(endpoint, ['Changes', 'Notifications', 'Articles', 'Search'])
  const run = (body: CallInput<ReviewTransition>['body'], onDone?: () => void) =>
    move.mutate(
      { params: { reference }, body, idempotencyKey },
      {
        onSuccess: (review) => {
          rememberToday(number)
          client.setQueryData(queryKey, { review })
          setKey(crypto.randomUUID())
          onDone?.()
        },
        onError() {
          for (const { queryKey: stale } of [reviewQuery(number), changeQuery(number), signOffQuery(reference)])
            void client.invalidateQueries({ queryKey: stale })
        },
      },
    )
  return { run, isPending: move.isPending, error: move.error }
}

export function TransitionError({ error }: { error: ApiError | null }) {
  if (!error) return null
  return (
    <Notice tone="danger" title={error.message} announce>
      {error.details.length > 0 ? (
        <ul className="list-disc pl-5">
          {error.details.map((detail) => (
            <li key={`${detail.field} ${detail.issue}`}>{detail.issue}</li>
          ))}
        </ul>
      ) : null}
    </Notice>
  )
}
