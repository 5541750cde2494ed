import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#lib/contracts/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { type CallInput, type CallOptions, callEndpoint } from './call-endpoint.ts'
import { invalidateTags } from './endpoint-query.ts'

/** A write through an endpoint; afterwards every query of its own tag and of `invalidates` is fetched anew. */
export function useEndpointMutation<E extends Endpoint>(endpoint: E, invalidates: readonly string[] = []) {
  const client = useQueryClient()
  return useMutation<ResponseOf<E>, ApiError, CallInput<E> & CallOptions>({
    mutationFn: async ({ signal, ifMatch, idempotencyKey, keepalive, ...input }) => {
      const options = {
        ...(signal ? { signal } : {}),
        ...(ifMatch === undefined ? {} : { ifMatch }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        ...(keepalive ? { keepalive } : {}),
      }
      return (await callEndpoint(endpoint, input as CallInput<E>, options)).data
    },
    onSuccess: () => invalidateTags(client, [endpoint.tag, ...invalidates]),
  })
}
