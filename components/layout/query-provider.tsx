'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'

/** Milliseconds that an answer counts as fresh: what the server prefetched is not asked for again at once. */
const freshFor = 30_000

const mayHelp = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** The cache of what the pages read from the API. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { staleTime: freshFor, retry: (count, error) => count < 2 && mayHelp(error) },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
