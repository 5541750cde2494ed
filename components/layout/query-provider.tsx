'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'

/** Long enough that the browser does not request prefetched data again at once. */
const staleTimeMs = 30_000

const isRetryable = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Provides the cache of API responses in the browser. */
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
