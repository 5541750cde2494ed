import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Route } from '#lib/contracts/endpoint.ts'
import type { Tag } from '#lib/contracts/tags.ts'
import { type CallInput, type CallOptions, type CallResponse, callEndpoint } from './call-endpoint.ts'

/** The tag comes first, so that a write can invalidate every query about the same kind of record. */
export const buildEndpointKey = (route: Route, input: { params?: unknown; query?: unknown }) =>
  [route.tag, route.path, input.params ?? null, input.query ?? null] as const

/** Key and fetcher of a GET endpoint, for `useQuery` in a component and for the prefetch of its page. */
export const endpointQuery = <R extends Route>(route: R, input: CallInput<R>, options: CallOptions = {}) =>
  queryOptions({
    queryKey: buildEndpointKey(route, input),
    queryFn: async ({ signal }): Promise<CallResponse<R>> =>
      (await callEndpoint(route, input, { ...options, signal })).data,
  })

/** Marks every query of these tags as stale, for any page and filter. */
export const invalidateTags = (client: QueryClient, tags: readonly Tag[]): Promise<unknown> =>
  Promise.all(tags.map((tag) => client.invalidateQueries({ queryKey: [tag] })))
