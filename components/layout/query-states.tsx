'use client'

import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ErrorState } from '#components/ui/error-state.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { ApiError } from '#lib/api/api-error.ts'
import { upperFirst } from '#lib/text/first-letter.ts'

type QueryStatesProps<Data> = {
  query: UseQueryResult<Data>
  /** What is loaded, such as "the users". */
  what: string
  /** Lines of the placeholder until the data has loaded. */
  lines?: number
  /** Another placeholder. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders a query: a placeholder while it loads, its error, or its data. `children` must handle empty data. */
export function QueryStates<Data>({ query, what, lines = 3, skeleton, children }: QueryStatesProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return skeleton ?? <SkeletonText lines={lines} label={`Loading ${what}`} />
  return (
    <ErrorState
      title={`${upperFirst(what)} could not be loaded`}
      message={query.error.message}
      requestId={query.error instanceof ApiError ? query.error.requestId : undefined}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
    />
  )
}

/** Long enough that the browser does not request prefetched data again at once. */
const staleTimeMs = 30_000

const isRetryable = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { staleTime: staleTimeMs, retry: (count, error) => count < 2 && isRetryable(error) },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
