import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#components/ui/error-state.tsx'
import { ApiError } from '#lib/api/api-error.ts'

type QueryStatesProps<Data> = {
  query: UseQueryResult<Data>
  /** Shown until there is data. */
  skeleton: ReactNode
  /** The heading of the error: "The users could not be loaded". */
  failure: string
  children: (data: Data) => ReactNode
}

/** Renders a query: the skeleton while it loads, its error, or its data. `children` renders empty data itself. */
export function QueryStates<Data>({ query, skeleton, failure, children }: QueryStatesProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return skeleton
  return (
    <ErrorState
      title={failure}
      message={query.error.message}
      requestId={query.error instanceof ApiError ? query.error.requestId : undefined}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
    />
  )
}
