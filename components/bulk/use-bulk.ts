'use client'

import { useState } from 'react'
import type { CallInput, CallOptions, CallResponse } from '#lib/api/call-endpoint.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Route } from '#lib/contracts/endpoint.ts'

/** Runs a bulk command with an idempotency key, and refreshes all data about reviews. */
export function useBulk<R extends Route>(route: R, onDone: (response: CallResponse<R>) => void) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const command = useEndpointMutation(route, ['Changes'])
  const run = (input: CallInput<R>) =>
    command.mutate({ ...input, idempotencyKey } as CallInput<R> & CallOptions, { onSuccess: onDone })
  return { run, isPending: command.isPending, error: command.error, data: command.data }
}
