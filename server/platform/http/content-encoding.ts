import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { HeaderFields } from './api-request.ts'
import type { Visit } from './exchange.ts'
import type { EncodedResponse } from './response.ts'

const compress = promisify(gzip)

/** Bytes from which a cached response is compressed, once for all callers: less fits into one packet. */
const worthKeeping = 1_400
/** Characters from which an uncached response is compressed: below, compressing takes longer than sending. */
const worthSending = 32 * 1024

/** Whether a caller accepts gzip (RFC 9110, section 12.5.3). */
function takesGzip(headers: HeaderFields): boolean {
  const field = headers.get('accept-encoding')
  return field !== null && new Negotiator({ headers: { 'accept-encoding': field } }).encoding(['gzip']) === 'gzip'
}

/** The response in an encoding that its caller accepts; names the dependence in `Vary`. */
export function inEncodingFor(
  { request, headers }: Pick<Visit, 'request' | 'headers'>,
  response: EncodedResponse,
): EncodedResponse | Promise<EncodedResponse> {
  headers.Vary = headers.Vary === undefined ? 'Accept-Encoding' : `${headers.Vary}, Accept-Encoding`
  return takesGzip(request.headers) ? inGzip(response) : response
}

const compressed = new WeakMap<EncodedResponse, Promise<EncodedResponse>>()

/** Compresses a cached response, whose body is bytes, once for all callers, and a long other one at the fastest level. */
function inGzip(response: EncodedResponse): EncodedResponse | Promise<EncodedResponse> {
  const { body } = response
  if (body === null || body.length < (typeof body === 'string' ? worthSending : worthKeeping)) return response
  if (typeof body === 'string') return compressedOf(response, body, constants.Z_BEST_SPEED)
  const known = compressed.get(response) ?? compressedOf(response, body, constants.Z_DEFAULT_COMPRESSION)
  compressed.set(response, known)
  return known
}

async function compressedOf(
  response: EncodedResponse,
  body: string | Uint8Array,
  level: number,
): Promise<EncodedResponse> {
  // A strong ETag identifies exact bytes, so the compressed ones need another.
  const tag = response.headers.ETag?.replace(/^"(.*)"$/, '"$1-gzip"')
  const headers = { ...response.headers, ...(tag === undefined ? {} : { ETag: tag }), 'Content-Encoding': 'gzip' }
  return { ...response, headers, body: await compress(body, { level }) }
}
