import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '#server/platform/errors.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/** The target of a request: path, and query with its `?`, empty if there is none. */
export type RequestTarget = { readonly pathname: string; readonly search: string }

/**
 * A path in normal form, the only form that this service accepts, so that a proxy, Next and the API see the same path.
 * It starts with one slash, has no empty segments (except a slash at the end) and no dot segments, plain or
 * percent-encoded, and only characters that a URL parser leaves unchanged. `%2F` is part of its segment, as in a name
 * such as `CHG 1/2`.
 */
const normalPath = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[\w\-.~!$&'()*+,;=:@|[\]%]+)*\/?$/i

/** A query that a URL parser leaves unchanged. */
const normalSearch = /^\?[\w\-.~!$&()*+,;=:@%/?[\]]*$/

/** The target of a request line (RFC 9112, section 3.2.1); null where its path is not in normal form or not readable. */
export function readTarget(target: string): RequestTarget | null {
  const query = target.indexOf('?')
  const pathname = query === -1 ? target : target.slice(0, query)
  if (!pathname.startsWith('/') || !normalPath.test(pathname) || !isDecodable(pathname)) return null
  if (query === -1 || query + 1 === target.length) return { pathname, search: '' }
  const search = target.slice(query)
  return { pathname, search: normalSearch.test(search) ? search : parseUrlTarget(`http://localhost${target}`).search }
}

/** The target of an absolute URL. */
export function parseUrlTarget(url: string): RequestTarget {
  const { pathname, search } = new URL(url)
  return { pathname, search }
}

/** True if a `Host` is a name or an IP address with or without a port, without anything else that a URL may contain. */
const isHost = (host: string): boolean => !/[\s/?#@\\%,]/.test(host) && URL.canParse(`http://${host}`)

function isDecodable(pathname: string): boolean {
  try {
    return !pathname.includes('%') || decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

/**
 * Checks and normalizes the head of a request before anything else reads it, so that Next, next-auth and the API see
 * the same version, host, path and caller: `url` becomes path and query alone, and the forwarded headers contain only
 * trusted values. Returns the target. Throws `invalid_request`.
 */
export function resolveTarget(incoming: IncomingMessage, trustProxy: boolean): RequestTarget {
  assertVersion(incoming)
  assertHost(incoming)
  incoming.url = originForm(incoming.url ?? '')
  const target = readTarget(incoming.url)
  if (target === null) {
    throw refusal(
      'The path is not in normal form: it must have no empty or dot segments, no unencoded characters and no invalid percent-encoding.',
    )
  }
  resolveForwarded(incoming, trustProxy)
  return target
}

const refusal = (message: string) => new AppError('invalid_request', message)

function assertVersion({ httpVersion }: IncomingMessage): void {
  if (httpVersion === '1.1' || httpVersion === '1.0') return
  throw refusal(`The service supports HTTP/1.1 and HTTP/1.0, not HTTP/${httpVersion}.`)
}

/**
 * Rejects a request without exactly one valid host: Node's `requireHostHeader` responds with an empty body and accepts
 * several headers.
 */
function assertHost(incoming: IncomingMessage): void {
  const [host, ...more] = listValues(incoming, 'host')
  if (more.length > 0) throw refusal('The request has more than one Host header.')
  if (host === undefined && incoming.httpVersion === '1.1') throw refusal('The request needs a Host header.')
  if (host !== undefined && !isHost(host)) throw refusal('The Host header is not a valid host.')
}

/**
 * Removes scheme and host of an absolute URL, which a request through a proxy may have (RFC 9112, section 3.2.2) and
 * which Next takes for a path.
 */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'

/** The headers of a proxy and the form that each value must have. */
const fromProxy: Readonly<Record<string, (value: string) => boolean>> = {
  'x-forwarded-host': isHost,
  'x-forwarded-proto': (value) => value === 'http' || value === 'https',
  'x-forwarded-port': (value) => /^\d{1,5}$/.test(value),
}

/**
 * Sets `X-Forwarded-For` to the IP address of the caller, since Next and next-auth trust the header from any sender:
 * that of the socket or, behind a trusted proxy, the last entry, which the proxy added. Host, protocol and port are
 * accepted from a trusted proxy only, and removed otherwise. Throws `invalid_request` on an invalid value from the
 * proxy.
 */
function resolveForwarded({ headers, socket }: IncomingMessage, trustProxy: boolean): void {
  const forwardedFor = trustProxy ? takeLast(headers['x-forwarded-for']) : undefined
  headers['x-forwarded-for'] = forwardedFor || socket.remoteAddress || 'unknown'
  delete headers.forwarded
  for (const [name, isReadable] of Object.entries(fromProxy)) {
    const value = trustProxy ? takeLast(headers[name]) : undefined
    if (value === undefined) delete headers[name]
    else if (isReadable(value)) headers[name] = value
    else throw new AppError('invalid_request', `The header ${name} has an invalid value.`)
  }
}

const takeLast = (value: string | string[] | undefined): string | undefined =>
  String(value ?? '')
    .split(',')
    .at(-1)
    ?.trim() || undefined

/** The values of every line of a header; `headers` may have only the first. */
export function listValues({ rawHeaders }: IncomingMessage, key: string): string[] {
  const lines: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === key.length && name.toLowerCase() === key) lines.push(rawHeaders[index + 1] ?? '')
  }
  return lines
}

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
