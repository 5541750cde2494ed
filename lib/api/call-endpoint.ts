import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { ApiError, readApiError } from './api-error.ts'

type Part<Name extends string, Value> = [Value] extends [undefined] ? { [N in Name]?: never } : { [N in Name]: Value }

/** What a call of an endpoint is given: path parameters, query (every member optional) and body, where it has them. */
export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'body', BodyInputOf<E>> & { query?: Partial<QueryOf<E>> }

export type CallOptions = {
  signal?: AbortSignal
  /** The ETag that was read; the write is refused with 412 when the record has another by now. */
  ifMatch?: string
  idempotencyKey?: string
  /** The page asks by itself, not for the person: the session is not kept alive by it. */
  isBackground?: boolean
  /** Lets a save survive the page that started it, unless its body is long. */
  keepalive?: boolean
}

/** The address of an endpoint with its parameters filled in. Members of the query that are undefined are left out. */
export function endpointUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `${path}?${query}` : path
}

/** Characters: browsers refuse more than 64 KB in requests that outlive their page. */
const mostKeptAlive = 15_000

/** Calls an endpoint with the session of the page. Gives the answer and its ETag; throws `ApiError`. */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<{ data: ResponseOf<E>; etag: string | null }> {
  const headers = new Headers({ Accept: 'application/json' })
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.ifMatch !== undefined) headers.set('If-Match', options.ifMatch)
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  if (options.isBackground) headers.set('X-Hindsight-Unasked', '1')
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  const send = () =>
    fetch(endpointUrl(endpoint, input), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive && (body ?? '').length < mostKeptAlive ? { keepalive: true } : {}),
    })
  const response = await send().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network_error', 'The service cannot be reached. Check the connection and try again.')
  })
  if (!response.ok) throw await readApiError(response)
  const data = response.status === 204 ? null : await response.json()
  return { data: data as ResponseOf<E>, etag: response.headers.get('etag') }
}
