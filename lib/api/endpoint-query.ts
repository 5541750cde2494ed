import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#lib/contracts/endpoint.ts'
import { type CallInput, type CallOptions, callEndpoint } from './call-endpoint.ts'

/** The key of a query: the endpoint's tag first, so that a write invalidates all that shows the same kind of record. */
export const endpointKey = (endpoint: Endpoint, input: { params?: unknown; query?: unknown }) =>
  [endpoint.tag, endpoint.name, input.params ?? null, input.query ?? null] as const

/** Key and fetcher of a GET endpoint, for `useQuery` in a component and for the prefetch of its page. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions = {}) =>
  queryOptions({
    queryKey: endpointKey(endpoint, input),
    queryFn: async ({ signal }): Promise<ResponseOf<E>> =>
      (await callEndpoint(endpoint, input, { ...options, signal })).data,
  })

/** Marks every query of these tags as stale, whatever its page and filter. */
export const invalidateTags = (client: QueryClient, tags: readonly string[]): Promise<unknown> =>
  Promise.all(tags.map((tag) => client.invalidateQueries({ queryKey: [tag] })))
