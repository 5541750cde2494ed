import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { HeaderFields } from './api-request.ts'
import type { RequestState } from './exchange.ts'
import type { EncodedResponse, ResponseHeaders } from './response.ts'

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
  { request, headers }: Pick<RequestState, 'request' | 'headers'>,
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
