import type { EndpointOf } from '#lib/contracts/all-endpoints.ts'
import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ResponseOf, Route } from '#lib/contracts/endpoint.ts'
import { ApiError, readApiError } from './api-error.ts'

type InputPart<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: never }
  : { [N in Name]: Value }

type InputOf<E extends Endpoint> = InputPart<'params', ParamsOf<E>> &
  InputPart<'body', BodyInputOf<E>> & { query?: Partial<QueryOf<E>> }

/** Path parameters, query (every member optional) and body, if the endpoint has them. */
export type CallInput<R extends Route> = InputOf<EndpointOf<R>>

export type CallResponse<R extends Route> = ResponseOf<EndpointOf<R>>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** The ETag that was read; the write is rejected with 412 when the record has changed since. */
  ifMatch?: string | undefined
  idempotencyKey?: string | undefined
  /** A request of the page itself, such as polling: it does not extend the session. */
  isBackground?: boolean
  /** Lets a write outlive the page that started it, unless its body is too long for browsers. */
  keepalive?: boolean | undefined
}

/** The URL of a route with its parameters filled in, without undefined members of the query. */
export function buildEndpointUrl(route: Route, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string>
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const defined = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  const query = new URLSearchParams(defined.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `${path}?${query}` : path
}

/** Maximum length of a body in characters; browsers reject `keepalive` requests of more than 64 KB. */
const maxKeepaliveBody = 15_000

/** Calls an endpoint with the session of the page. Throws `ApiError`. */
export async function callEndpoint<R extends Route>(
  route: R,
  input: CallInput<R>,
  { signal, ifMatch, idempotencyKey, isBackground, keepalive = false }: CallOptions = {},
): Promise<{ data: CallResponse<R>; etag: string | null }> {
  const body = input.body === undefined ? null : JSON.stringify(input.body)
  const headers = new Headers({ Accept: 'application/json' })
  if (body !== null) headers.set('Content-Type', 'application/json')
  if (ifMatch !== undefined) headers.set('If-Match', ifMatch)
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  if (isBackground) headers.set('X-Hindsight-Unasked', '1')
  const response = await send(route, input, 'The service cannot be reached.', {
    headers,
    body,
    signal: signal ?? null,
    keepalive: keepalive && (body ?? '').length < maxKeepaliveBody,
  })
  return { data: response.status === 204 ? null : await response.json(), etag: response.headers.get('etag') }
}

export async function sendFile<R extends Route>(
  route: R,
  input: CallInput<R>,
  file: File,
  signal: AbortSignal | null = null,
): Promise<CallResponse<R>> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/octet-stream' }
  const response = await send(route, input, 'The file could not be sent.', { headers, body: file, signal })
  return response.json()
}

async function send(route: Route, input: object, failure: string, init: RequestInit): Promise<Response> {
  const request = { method: route.method, credentials: 'same-origin', ...init } as const
  const response = await fetch(buildEndpointUrl(route, input), request).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network_error', `${failure} Check your connection and try again.`)
  })
  if (!response.ok) throw await readApiError(response)
  return response
}
