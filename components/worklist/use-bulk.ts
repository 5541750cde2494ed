'use client'

import { useState } from 'react'
import type { CallInput, CallOptions } from '#lib/api/call-endpoint.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Endpoint, ResponseOf } from '#lib/contracts/endpoint.ts'

/** A command on many reviews, sent once however often it is pressed; all that shows reviews is fetched anew. */
export function useBulk<E extends Endpoint>(endpoint: E, onDone: (answer: ResponseOf<E>) => void) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const command = useEndpointMutation(endpoint, ['Changes', 'History'])
  const run = (input: CallInput<E>) =>
    command.mutate({ ...input, idempotencyKey } as CallInput<E> & CallOptions, { onSuccess: onDone })
  return { run, isPending: command.isPending, error: command.error, data: command.data }
}
