import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#lib/contracts/endpoint.ts'
import type { ErrorDetail, FaultPlace } from '#lib/contracts/errors.ts'
import { AppError, invalidField, invalidParameter } from '#server/platform/errors.ts'
import type { ApiRequest, RequestTarget } from '#server/platform/http/api-request.ts'
import type { RequestState } from '#server/platform/http/exchange.ts'
import { assertStorable, readFileType, readJsonBody, readRawBody } from '#server/platform/http/read-body.ts'
import {
  type HttpResponse,
  mustExist,
  type ResponseHeaders,
  readExpectedVersions,
} from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { replayedHeader } from './idempotency.ts'

/** A stored file: its identifier, size in bytes, media type, and the SHA-256 of its content. */
export type Upload = { readonly id: string; readonly size: number; readonly type: string; readonly digest: string }

/** Stores a file while it arrives; its type is the content type of the request, unless the content shows another. */
type StoreUpload<Query> = (
  ctx: Context,
  chunks: AsyncIterable<Uint8Array>,
  query: Query,
) => Promise<Omit<Upload, 'type'> & Partial<Pick<Upload, 'type'>>>

export type UploadStore<Query> = {
  /** Rejects a request by its query, before its file is read. */
  readonly check?: (ctx: Context, query: Query) => Promise<void>
  readonly store: StoreUpload<Query>
  /** Deletes a stored file that nothing refers to. */
  readonly discard: (ctx: Context, id: string) => Promise<void>
}

/** Stores the file in the body of a request. Rejects other media types, encodings, empty bodies and larger ones. */
export async function readUpload(
  request: ApiRequest,
  { types, maxBytes }: NonNullable<Endpoint['upload']>,
  store: (chunks: AsyncIterable<Uint8Array>) => ReturnType<StoreUpload<never>>,
): Promise<Upload> {
  const type = readFileType(request, types)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const upload = await store(limitSize(request.streamBody(), maxBytes))
  if (upload.size === 0) throw new AppError('invalid_request', 'The body is empty; a file is required.')
  return { type, ...upload }
}

/** Deletes the file of a request that failed, or whose response repeats an earlier one. */
export async function discardUnused(
  ctx: Context,
  { id }: Upload,
  { discard }: UploadStore<never>,
  respond: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    const response = await respond()
    if (response.headers[replayedHeader] !== undefined) await discard(ctx, id)
    return response
  } catch (error) {
    // A file that cannot be deleted now is purged later.
    await discard(ctx, id).catch(() => {})
    throw error
  }
}

async function* limitSize(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

const tooLarge = (maxBytes: number) =>
  new AppError('payload_too_large', `The file must not exceed ${maxBytes / 1024 / 1024} MB.`)

/** The input of a handler, checked by the schemas of its endpoint. */
export type CheckedInput<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly upload: E['upload'] extends object ? Upload : undefined
  readonly raw: E['raw'] extends object ? Buffer : undefined
  /** The versions that `If-Match` allows; undefined when any is allowed. */
  readonly expectedVersions: number[] | undefined
  /** True if a PUT may only update its record, false if it may only create it; undefined when it may do both. */
  readonly mustExist: boolean | undefined
  /** For the handlers that count their requests by themselves. */
  readonly responseHeaders: ResponseHeaders
  /** For the few handlers that need the origin or the IP address of the caller. */
  readonly request: ApiRequest
}

/** The input of a request, and the text that is compared when a later request has the same idempotency key. */
type ReadInput<E extends Endpoint> = { readonly input: CheckedInput<E>; readonly text: string }

/**
 * Returns a function that reads and checks the input of a request to an endpoint. It throws `invalid_parameter` with
 * the field for input that its schemas reject, and stores the file of an endpoint with `upload`.
 */
export function createInputReader<E extends Endpoint>(
  endpoint: E,
  uploads: UploadStore<QueryOf<E>> | undefined,
): (ctx: Context, state: RequestState) => Promise<ReadInput<E>> {
  const matchPath = createPathMatcher(endpoint.path)
  return async (ctx, { request, body: startedBody, headers: responseHeaders }) => {
    const { target, headers } = request
    const params = endpoint.params && parsePart(endpoint.params, matchPath(target.pathname) ?? {}, 'path')
    const query = endpoint.query ? parsePart(endpoint.query, readQuery(target), 'query') : readNoQuery(target)
    const json = endpoint.body && (await readJsonBody(request, endpoint, startedBody))
    const body = endpoint.body && parsePart(endpoint.body, json?.value, 'body')
    const conditions = { expectedVersions: readExpectedVersions(headers), mustExist: mustExist(headers) }
    const upload = uploads && (await receive(ctx, request, endpoint, uploads, query as QueryOf<E>))
    const raw = endpoint.raw && (await readRawBody(request, endpoint.raw))
    const input = { params, query, body, upload, raw, ...conditions, request, responseHeaders } as CheckedInput<E>
    return { input, text: upload ? `${target.search}\n${upload.digest}` : (json?.text ?? '') }
  }
}

async function receive<E extends Endpoint>(
  ctx: Context,
  request: ApiRequest,
  { upload }: E,
  { check, store }: UploadStore<QueryOf<E>>,
  query: QueryOf<E>,
): Promise<Upload | undefined> {
  await check?.(ctx, query)
  return upload && readUpload(request, upload, (chunks) => store(ctx, chunks, query))
}

function readNoQuery(target: RequestTarget): undefined {
  const [name] = Object.keys(readQuery(target))
  if (name !== undefined) throw invalidField(name, 'query', 'is not a known parameter')
}

/** The query parameters. Rejects bad percent-encoding, NUL, repeated parameters, and `page` together with `cursor`. */
export function readQuery({ search }: RequestTarget): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue
    const index = pair.indexOf('=')
    const name = decode(index === -1 ? pair : pair.slice(0, index))
    const value = index === -1 ? '' : decode(pair.slice(index + 1))
    assertStorable(name, 'A parameter name')
    assertStorable(value, name)
    if (name in values) throw new AppError('invalid_request', `${name} appears more than once.`)
    values[name] = value
  }
  if ('page' in values && 'cursor' in values) {
    throw invalidField('cursor', 'query', 'cannot be combined with page')
  }
  return values
}

const decode = (text: string) => percentDecode(text.replaceAll('+', ' '), 'address', text)

function percentDecode(encoded: string, place: string, sent = encoded): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new AppError('invalid_request', `The ${place} contains ${sent}, which is not valid percent-encoding.`)
  }
}

/** Parses one part of the input by its schema; each error names the field it concerns. */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: FaultPlace,
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const details = result.error.issues.flatMap((issue) => toErrorDetails(issue, place))
  throw invalidParameter(details as [ErrorDetail, ...ErrorDetail[]])
}

function toErrorDetails(issue: z.core.$ZodIssue, place: FaultPlace): ErrorDetail[] {
  const field = issue.path.join('.') || place
  if (issue.code === 'unrecognized_keys') {
    const noun = place === 'body' ? 'field' : 'parameter'
    return issue.keys.map((key) => {
      const full = [...issue.path, key].join('.')
      return { field: full, in: place, issue: `is not a known ${noun}` }
    })
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return [{ field, in: place, issue: 'is required' }]
  return [{ field, in: place, issue: lowerFirst(issue.message) }]
}

const lowerFirst = (message: string) => (/^must /.test(message) ? message : `is not valid: ${message}`)

/** Returns a function that reads the parameters of a path such as `/api/v1/users/{id}`; null for any other path. */
export function createPathMatcher(template: string): (pathname: string) => Record<string, string> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`)
  return (pathname) => {
    const values = pattern.exec(pathname)?.slice(1)
    return values ? Object.fromEntries(names.map((name, index) => [name, decodeSegment(values[index] ?? '')])) : null
  }
}

function decodeSegment(segment: string): string {
  const value = percentDecode(segment, 'path')
  assertStorable(value, 'The path')
  return value
}
