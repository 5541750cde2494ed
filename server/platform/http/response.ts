import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { HeaderFields } from './api-request.ts'

/** The parts of a response that a `Response` or node:http needs. */
export type HttpResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A response whose body may already be bytes, or a stream: UTF-8, in the encoding that its headers name. */
export type EncodedResponse = Omit<HttpResponse, 'body'> & {
  readonly body: string | Uint8Array<ArrayBuffer> | Readable | null
}

/** Headers of the response in any case, by name; filled while the request is handled. */
export type ResponseHeaders = Record<string, string>

/** The result of a handler: the body of the contract and what becomes headers. */
export type HandlerResult<Body> = {
  readonly body: Body
  /** Version of the record; becomes the ETag. */
  readonly version?: number
  /** Path of the created record. */
  readonly location?: string
  /** True if a PUT created the record. */
  readonly isCreated?: boolean
  /** Milliseconds that the request waited on purpose: no part of its duration in the metrics. */
  readonly waitedMs?: number
  /** The response of an endpoint with `file`, instead of `body`. */
  readonly file?: { readonly type: string; readonly name: string; readonly content: AsyncIterable<string | Uint8Array> }
  /** Position in the list; becomes `Link`. */
  readonly paging?: {
    readonly page: number
    readonly limit: number
    readonly total: number
    /** Cursor of the next page, null on the last one; absent in a list without cursors. */
    readonly next?: string | null | undefined
  }
}

/** Converts to the web `Response` that Next needs. */
export const toResponse = ({ status, headers, body }: EncodedResponse): Response =>
  new Response(body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body, { status, headers })

/** Sends the response through node:http directly, without a `Response` and its stream. */
export function sendResponse(outgoing: ServerResponse, { status, headers, body }: EncodedResponse): void {
  // A stream that fails closes the connection, so that the client sees that the response is incomplete.
  if (body instanceof Readable) pipeline(body, outgoing.writeHead(status, headers), () => {})
  else if (body === null) outgoing.writeHead(status, headers).end()
  else outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}

/** The ETag of a record's version. */
export const buildVersionTag = (version: number): string => `"v${version}"`

/** The ETag of a body. It is weak, since the same text may be sent compressed. */
export const hashBodyTag = (body: string): string => `W/${hashStrongBodyTag(body)}`

/** The ETag of a body whose encodings have separate tags. */
export const hashStrongBodyTag = (body: string): string => `"${hash('sha1', body, 'base64url')}"`

const opaque = (tag: string) => tag.replace(/^W\//, '')
const listed = (field: string): readonly string[] => field.match(/(?:W\/)?"[^"]*"|\*/g) ?? []

/** True if `If-None-Match` names this ETag (weak comparison, RFC 9110 section 13.1.2). */
export function isNotModified(headers: HeaderFields, etag: string): boolean {
  const field = headers.get('if-none-match')
  return field !== null && (field === etag || listed(field).some((tag) => tag === '*' || opaque(tag) === opaque(etag)))
}

/**
 * True if the record of a PUT must exist (`If-Match`), false if it must not (`If-None-Match: *`); undefined without
 * either header.
 */
export function mustExist(headers: HeaderFields): boolean | undefined {
  if (headers.get('if-match') !== null) return true
  return headers.get('if-none-match')?.trim() === '*' ? false : undefined
}

/**
 * The versions that `If-Match` accepts (strong comparison, RFC 9110 section 13.1.1): undefined when any is accepted,
 * empty when none can match.
 */
export function readExpectedVersions(headers: HeaderFields): number[] | undefined {
  const field = headers.get('if-match')
  if (field === null) return undefined
  const tags = listed(field)
  return tags.includes('*')
    ? undefined
    : tags.flatMap((tag) => Number(/^"v(\d{1,9})"$/.exec(tag)?.[1] ?? Number.NaN) || [])
}

const isDevelopment = process.env.NODE_ENV === 'development'

/** The policy of a response that is not a page: nothing in it runs or loads, opened directly or framed. */
export const dataSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The policy of a page whose scripts carry `nonce`. Next's development server needs eval; production does not. */
export const buildContentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const compress = promisify(gzip)

/** Minimum size of a cached response to compress: smaller ones fit into one packet. */
const minCachedBytes = 1_400
/** Minimum length of an uncached response to compress: below, compressing takes longer than sending. */
const minUncachedLength = 32 * 1024

/** True if a caller accepts gzip (RFC 9110, section 12.5.3). */
function takesGzip(headers: HeaderFields): boolean {
  const field = headers.get('accept-encoding')
  return field !== null && new Negotiator({ headers: { 'accept-encoding': field } }).encoding(['gzip']) === 'gzip'
}

/** Names a request header that the response depends on. */
export function addVary(headers: ResponseHeaders, name: string): void {
  headers.Vary = headers.Vary === undefined ? name : `${headers.Vary}, ${name}`
}

/** The response in an encoding that the caller accepts, with `Vary`. */
export function encodeFor(
  { request, headers }: { readonly request: { readonly headers: HeaderFields }; readonly headers: ResponseHeaders },
  response: EncodedResponse,
): EncodedResponse | Promise<EncodedResponse> {
  addVary(headers, 'Accept-Encoding')
  return takesGzip(request.headers) ? compressWithGzip(response) : response
}

const compressed = new WeakMap<EncodedResponse, Promise<EncodedResponse>>()

/**
 * Compresses a cached response (its body is bytes) once for all callers, and any other long one at the fastest level.
 */
function compressWithGzip(response: EncodedResponse): EncodedResponse | Promise<EncodedResponse> {
  const { body } = response
  if (body instanceof Readable) {
    const headers = { ...response.headers, 'Content-Encoding': 'gzip' }
    return { ...response, headers, body: pipeline(body, createGzip({ level: constants.Z_BEST_SPEED }), () => {}) }
  }
  if (body === null || body.length < (typeof body === 'string' ? minUncachedLength : minCachedBytes)) return response
  if (typeof body === 'string') return compressResponse(response, body, constants.Z_BEST_SPEED)
  const compressing = compressed.get(response) ?? compressResponse(response, body, constants.Z_DEFAULT_COMPRESSION)
  compressed.set(response, compressing)
  return compressing
}

async function compressResponse(
  response: EncodedResponse,
  body: string | Uint8Array,
  level: number,
): Promise<EncodedResponse> {
  // A strong ETag identifies exact bytes, so the compressed response needs another.
  const tag = response.headers.ETag?.replace(/^"(.*)"$/, '"$1-gzip"')
  const headers = { ...response.headers, ...(tag === undefined ? {} : { ETag: tag }), 'Content-Encoding': 'gzip' }
  return { ...response, headers, body: await compress(body, { level }) }
}
