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
  signal?: AbortSignal
  /** The ETag that was read; the write is rejected with 412 when the record has changed since. */
  ifMatch?: string
  idempotencyKey?: string
  /** A request of the page itself, such as polling: it does not extend the session. */
  isBackground?: boolean
  /** Lets a write outlive the page that started it, unless its body is too long for browsers. */
  keepalive?: boolean
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
  options: CallOptions = {},
): Promise<{ data: CallResponse<R>; etag: string | null }> {
  const headers = new Headers({ Accept: 'application/json' })
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.ifMatch !== undefined) headers.set('If-Match', options.ifMatch)
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  if (options.isBackground) headers.set('X-Hindsight-Unasked', '1')
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  const send = () =>
    fetch(buildEndpointUrl(route, input), {
      method: route.method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive && (body ?? '').length < maxKeepaliveBody ? { keepalive: true } : {}),
    })
  const response = await send().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network_error', 'The service cannot be reached. Check your connection and try again.')
  })
  if (!response.ok) throw await readApiError(response)
  const data = response.status === 204 ? null : await response.json()
  return { data: data as CallResponse<R>, etag: response.headers.get('etag') }
}
