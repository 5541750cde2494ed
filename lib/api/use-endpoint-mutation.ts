import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Route } from '#lib/contracts/endpoint.ts'
import type { Tag } from '#lib/contracts/tags.ts'
import type { ApiError } from './api-error.ts'
import { type CallInput, type CallOptions, type CallResponse, callEndpoint } from './call-endpoint.ts'
import { invalidateTags } from './endpoint-query.ts'

/** A write that then refreshes all queries of its tag, of `invalidates` and of the history, and runs `refresh`. */
export function useEndpointMutation<R extends Route>(
  route: R,
  invalidates: readonly Tag[] = [],
  refresh?: () => Promise<void>,
) {
  const client = useQueryClient()
  return useMutation<CallResponse<R>, ApiError, CallInput<R> & CallOptions>({
    mutationFn: async ({ signal, ifMatch, idempotencyKey, keepalive, ...input }) =>
      (await callEndpoint(route, input as CallInput<R>, { signal, ifMatch, idempotencyKey, keepalive })).data,
    onSuccess: () => Promise.all([invalidateTags(client, [route.tag, 'History', ...invalidates]), refresh?.()]),
  })
}
