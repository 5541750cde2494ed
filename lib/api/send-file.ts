import type { Route } from '#lib/contracts/endpoint.ts'
import { ApiError, readApiError } from './api-error.ts'
import { buildEndpointUrl, type CallInput, type CallResponse } from './call-endpoint.ts'

/** Sends a file as the body of a request. Throws `ApiError`. */
export async function sendFile<R extends Route>(
  route: R,
  input: CallInput<R>,
  file: File,
  signal?: AbortSignal,
): Promise<CallResponse<R>> {
  const response = await fetch(buildEndpointUrl(route, input as { query?: unknown }), {
    method: route.method,
    headers: { Accept: 'application/json', 'Content-Type': 'application/octet-stream' },
    body: file,
    credentials: 'same-origin',
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'network_error', 'The file could not be sent. Check your connection and try again.')
  })
  if (!response.ok) throw await readApiError(response)
  return response.json()
}
