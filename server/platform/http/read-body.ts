import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest } from './api-request.ts'

/** Default limit of a body in bytes. */
export const bodyLimit = 256 * 1024

/**
 * The JSON body of a request as text and value. Rejects other media types, more than the limit of the endpoint, bad
 * UTF-8, too many levels, bad JSON and numbers that would be rounded. `bytes` is the body where it is read already.
 */
export async function readJsonBody(
  request: ApiRequest,
  endpoint: Endpoint,
  bytes?: Promise<Uint8Array>,
): Promise<{ text: string; value: unknown }> {
  assertMediaType(request, endpoint)
  const text = decode(await (bytes ?? readBytes(request, endpoint.maxBodyBytes)))
  if (text.trim() === '') throw new AppError('invalid_request', 'The body is empty; a JSON object is required.')
  assertDepth(text)
  try {
    const value: unknown = parseExactJson(text, readNumber)
    if (mayHoldBadText.test(text)) assertStorableText(value)
    return { text, value }
  } catch (error) {
    if (error instanceof SyntaxError) throw new AppError('invalid_request', `The body is not JSON: ${error.message}.`)
    throw error
  }
}

/** Numbers that JavaScript may round, or that have an exponent. */
const mayBeInexact = /(?:^|[:,[])\s*-?(?:\d[\d.]{15}|[\d.]+e)/i

/** Parses JSON; `read` returns what stands for a number that JavaScript writes in another way, by default its text. */
export function parseExactJson(text: string, read: (source: string, value: number) => unknown = (source) => source) {
  if (!mayBeInexact.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value, context?: { readonly source?: string }) => {
    const source = context?.source ?? ''
    const isOther = typeof value === 'number' && mayBeInexact.test(source) && source !== String(value)
    return isOther ? read(source, value) : value
  })
}

/** Throws on a number that would be rounded: it has more than 15 digits, or is too large or small. */
function readNumber(source: string, value: number): number {
  const digits = source.replace(/e.*/i, '').replace('.', '').replace(/^-?0*/, '')
  let length = digits.length
  while (digits[length - 1] === '0') length -= 1
  if (length <= 15 && Number.isFinite(value) && (value !== 0 || length === 0)) return value
  throw new AppError('invalid_request', `The body has the number ${source}, which would be rounded: send it as a text.`)
}

function assertMediaType(request: ApiRequest, endpoint: Endpoint): void {
  const allowed = ['application/json', ...(endpoint.bodyTypes ?? [])]
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (allowed.includes(type.trim()) && isUtf8 && encoding === 'identity') return
  throw new AppError('unsupported_media_type', `The body must be ${allowed.join(' or ')} in UTF-8, without encoding.`, {
    headers: { [endpoint.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']: allowed.join(', ') },
  })
}

/** The body of a request as it was sent. Rejects other media types, encodings and more than the limit. */
export async function readRawBody(
  request: ApiRequest,
  { types, maxBytes }: NonNullable<Endpoint['raw']>,
): Promise<Buffer> {
  readFileType(request, types, ' or ')
  return Buffer.from(await readBytes(request, maxBytes))
}

/** The media type of a file, which must be one of these, without encoding. */
export function readFileType({ headers }: ApiRequest, types: readonly string[], separator = ', '): string {
  const type = (headers.get('content-type') ?? '').toLowerCase().split(';')[0]?.trim() ?? ''
  if (types.includes(type) && (headers.get('content-encoding') ?? 'identity') === 'identity') return type
  throw new AppError('unsupported_media_type', `The body must be ${types.join(separator)}, without encoding.`, {
    headers: { 'Accept-Post': types.join(', ') },
  })
}

/** The body of a request. Throws `payload_too_large` beyond the limit in bytes, announced or not. */
export async function readBytes(request: ApiRequest, limit = bodyLimit): Promise<Uint8Array> {
  const isAnnouncedLonger = Number(request.headers.get('content-length') ?? 0) > limit
  const bytes = isAnnouncedLonger ? null : await request.readBody(limit)
  if (bytes === null) throw new AppError('payload_too_large', `The body must not exceed ${limit / 1024} KB.`)
  return bytes
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('invalid_request', 'The body is not valid UTF-8.')
  }
}

const mayHoldBadText = /\\u(?:0000|d[89a-f])|\0/i

/** Maximum nesting of objects and lists; no body of the contract comes near it. */
const maxDepth = 64

/** Throws on a JSON text whose objects and lists nest deeper than any body needs. */
export function assertDepth(text: string): void {
  if (nestsDeeper(text, maxDepth)) {
    throw new AppError('invalid_request', `The body is nested more than ${maxDepth} levels deep.`)
  }
}

/**
 * True if a JSON text nests objects and lists deeper than some levels. It counts brackets, so that only texts of a
 * bounded depth are parsed: `JSON.stringify` and every recursive function fail at some thousand levels.
 */
export function nestsDeeper(text: string, levels: number): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]
    if (isInString) {
      if (letter === '\\') index += 1
      else if (letter === '"') isInString = false
    } else if (letter === '"') isInString = true
    else if (letter === '{' || letter === '[') {
      depth += 1
      if (depth > levels) return true
    } else if (letter === '}' || letter === ']') depth -= 1
  }
  return false
}

/** Throws on NUL and on a lone surrogate anywhere in a JSON value, which PostgreSQL cannot store. */
function assertStorableText(value: unknown, path = ''): void {
  if (typeof value === 'string') assertStorable(value, path || 'The body')
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = path ? `${path}.${key}` : key
    assertStorable(key, innerPath)
    assertStorableText(inner, innerPath)
  }
}

export function assertStorable(value: string, name: string): void {
  if (value.includes('\0')) throw new AppError('invalid_request', `${name} contains a NUL character.`)
  if (!value.isWellFormed()) throw new AppError('invalid_request', `${name} contains a lone surrogate.`)
}
