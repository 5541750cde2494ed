import { randomUUID } from 'node:crypto'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { isHost, parseUrlTarget, type RequestTarget } from './target.ts'

/** Headers of a request by name, in any case; null if absent. `Headers` has this shape. */
export type HeaderFields = { get(name: string): string | null }

/** A request as the API reads it, from node:http (`node-request.ts`) or Next. */
export type ApiRequest = {
  readonly method: string
  readonly target: RequestTarget
  readonly headers: HeaderFields
  /** The names of all headers, in lower case. */
  headerNames(): readonly string[]
  /** IP address of the socket; undefined if the socket is not accessible, as under `next start`. */
  readonly socketAddress: string | undefined
  /** Aborts when the client closes its connection. */
  readonly left: AbortSignal
  /** The body, or null once it exceeds `limit` bytes. */
  readBody(limit: number): Promise<Uint8Array | null>
  /** The body in pieces as they arrive. Throws `invalid_request` if it breaks off. */
  streamBody(): AsyncIterable<Uint8Array>
}

/** A request that Next received, as the API reads it; without `Accept-Encoding`, since Next compresses. */
export const fromWebRequest = (request: Request): ApiRequest => ({
  method: request.method,
  target: parseUrlTarget(request.url),
  headers: { get: (name) => (name.toLowerCase() === 'accept-encoding' ? null : request.headers.get(name)) },
  headerNames: () => [...request.headers.keys()],
  socketAddress: undefined,
  left: request.signal,
  readBody: (limit) => readBody(request, limit),
  streamBody: () => request.body ?? new ReadableStream({ start: (controller) => controller.close() }),
})

async function readBody({ body }: Request, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The IP address of the caller: the address of the socket, or the one that a trusted proxy reports. Under Next the
 * socket is not accessible; `resolveForwarded` has then written it into `X-Forwarded-For`, except under `next
 * start`.
 */
export function getClientIpAddress({ headers, socketAddress }: Pick<ApiRequest, 'headers' | 'socketAddress'>): string {
  if (socketAddress !== undefined && !getRuntime().env.trustProxy) return socketAddress
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || socketAddress || 'unknown'
}

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/** Creates an id for a request without one. */
export const newRequestId = (): string => randomUUID().replaceAll('-', '')

/** The caller's `X-Request-Id` if it is acceptable, else a new id. */
export function chooseRequestId(headers: HeaderFields): string {
  const sent = headers.get('x-request-id')
  return sent !== null && acceptable.test(sent) ? sent : newRequestId()
}

/** Scheme and host of this service: as configured, else as the request names it. */
export function getServiceOrigin(headers: HeaderFields): string {
  const { public_url: publicUrl } = getSettings()
  if (publicUrl) return new URL(publicUrl).origin
  const protocol = headers.get('x-forwarded-proto')?.split(',')[0] ?? 'http'
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return `${protocol}://${host !== null && isHost(host) ? host : 'localhost'}`
}
