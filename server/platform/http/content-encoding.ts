import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { EncodedAnswer } from './answer.ts'
import type { HeaderFields } from './api-request.ts'
import type { Visit } from './exchange.ts'

const compress = promisify(gzip)

/** Bytes from which a kept answer is compressed, once for all who ask: less goes into one packet as it is. */
const worthKeeping = 1_400
/** Characters from which an answer is compressed for one caller alone: below, it takes longer than most ways to them. */
const worthSending = 32 * 1024

/** Whether a caller takes gzip (RFC 9110, section 12.5.3). */
function takesGzip(headers: HeaderFields): boolean {
  const field = headers.get('accept-encoding')
  return field !== null && new Negotiator({ headers: { 'accept-encoding': field } }).encoding(['gzip']) === 'gzip'
}

/** The answer in the encoding that its caller takes; says in `Vary` that it depends on that. */
export function inEncodingFor(
  { request, headers }: Pick<Visit, 'request' | 'headers'>,
  answer: EncodedAnswer,
): EncodedAnswer | Promise<EncodedAnswer> {
  headers.Vary = headers.Vary === undefined ? 'Accept-Encoding' : `${headers.Vary}, Accept-Encoding`
  return takesGzip(request.headers) ? inGzip(answer) : answer
}

const compressed = new WeakMap<EncodedAnswer, Promise<EncodedAnswer>>()

/**
 * An answer compressed where that pays: a kept one, whose body is bytes, once for everybody, and a long one for this
 * caller, quickly.
 */
function inGzip(answer: EncodedAnswer): EncodedAnswer | Promise<EncodedAnswer> {
  const { body } = answer
  if (body === null || body.length < (typeof body === 'string' ? worthSending : worthKeeping)) return answer
  if (typeof body === 'string') return compressedOf(answer, body, constants.Z_BEST_SPEED)
  const known = compressed.get(answer) ?? compressedOf(answer, body, constants.Z_DEFAULT_COMPRESSION)
  compressed.set(answer, known)
  return known
}

async function compressedOf(answer: EncodedAnswer, body: string | Uint8Array, level: number): Promise<EncodedAnswer> {
  // A strong ETag stands for these very bytes, so the compressed ones need another.
  const tag = answer.headers.ETag?.replace(/^"(.*)"$/, '"$1-gzip"')
  const headers = { ...answer.headers, ...(tag === undefined ? {} : { ETag: tag }), 'Content-Encoding': 'gzip' }
  return { ...answer, headers, body: await compress(body, { level }) }
}
