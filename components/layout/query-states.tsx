import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#components/ui/error-state.tsx'
import { ApiError } from '#lib/api/api-error.ts'

type QueryStatesProps<Data> = {
  query: UseQueryResult<Data>
  /** Shown until the data has loaded. */
  skeleton: ReactNode
  /** Heading of the error, such as "The users could not be loaded". */
  failure: string
  children: (data: Data) => ReactNode
}

/** Renders a query: the skeleton while it loads, its error, or its data. `children` must handle empty data. */
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
