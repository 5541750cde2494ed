import { type Endpoint, getSuccessStatus, type QueryOf, type ResponseOf } from '#lib/contracts/endpoint.ts'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import { findListShape, getRecordsSchema, type ListShape, wholeListTypes } from '#lib/contracts/whole-list.ts'
import { findRole } from '#server/platform/auth/caller.ts'
import {
  type ApiRequest,
  fromWebRequest,
  getServiceOrigin,
  type RequestTarget,
} from '#server/platform/http/api-request.ts'
import { exchange, type RequestState } from '#server/platform/http/exchange.ts'
import { readBytes } from '#server/platform/http/read-body.ts'
import {
  addVary,
  buildVersionTag,
  type EncodedResponse,
  encodeFor,
  type HandlerResult,
  type HttpResponse,
  hashBodyTag,
  isNotModified,
  toResponse,
} from '#server/platform/http/response.ts'
import { chooseLane, createCallerTurn } from '#server/platform/limits/fair-queue.ts'
import { getLimitKey } from '#server/platform/limits/quota.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getDatabase } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { admit, countRejection } from './admit.ts'
import { findFreshResponse, respondFixed, respondFromCache } from './cached-responses.ts'
import { readIdempotencyKey, respondOnce } from './idempotency.ts'
import {
  buildPageLinks,
  type FileResponse,
  makeLinksAbsolute,
  recordDownload,
  toFileResponse,
  toRecordList,
} from './list-result.ts'
import { type CheckedInput, createInputReader, discardUnused, type UploadStore } from './read-input.ts'
import { readWholeList, streamWholeList, type WholeList, wholeListPage } from './whole-list.ts'

type Handler<E extends Endpoint> = (ctx: Context, input: CheckedInput<E>) => Promise<HandlerResult<ResponseOf<E>>>
/** A route handler for Next; the production server calls `respond` and sends the response itself. */
export type RouteHandler = {
  (request: Request): Promise<Response>
  respond(request: ApiRequest): Promise<EncodedResponse>
}
export type EndpointHandler = RouteHandler & {
  readonly endpoint: Endpoint
  /** Answers a GET within the process, for a page that fills the cache of the browser. */
  answer(ctx: Context, input: { readonly params: unknown; readonly query: object | null }): Promise<unknown>
}

/** Media types of files that are compressed already. */
const compressedTypes: ReadonlySet<string> = new Set(['application/zip', wholeListTypes.xlsx])

type RouteOptions<E extends Endpoint> = {
  /**
   * `shared`: the response depends only on the URL and the records, not on the caller or the time.
   * `static`: it stays the same as long as the process runs.
   */
  readonly cache?: 'shared' | 'static'
  /**
   * True if it reports the state of the service, and so responds even while the database is unreachable or overloaded.
   */
  readonly servesWhenDegraded?: boolean
  /** Stores the file of an endpoint with `upload`. */
  readonly uploads?: UploadStore<QueryOf<E>>
}

/** An endpoint with its handler, the storage of its uploads and the values that are computed once for all requests. */
type ServedEndpoint<E extends Endpoint> = {
  readonly endpoint: E
  readonly handle: Handler<E>
  readonly uploads: UploadStore<QueryOf<E>> | undefined
  readonly readInput: ReturnType<typeof createInputReader<E>>
  readonly shape: ListShape | null
}

/**
 * Turns an endpoint and its handler into a route handler, which does everything else: request id, caller, permission,
 * rate limit, parsing, conditional requests, idempotency, check of the response and error responses.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: Handler<NoInfer<E>>,
  { cache, servesWhenDegraded = false, uploads }: RouteOptions<NoInfer<E>> = {},
): EndpointHandler {
  const readInput = createInputReader(endpoint, uploads)
  const served: ServedEndpoint<E> = { endpoint, handle, uploads, readInput, shape: findListShape(endpoint) }
  const respondStatic = respondFixed((state) => handleRequest(served, state))
  const respond = (request: ApiRequest) =>
    exchange(request, endpoint, async (state) => {
      await admit(endpoint, state, { servesWhenDegraded })
      // Read before the turn, so that a slow body does not occupy one. Larger bodies of many requests would fill the
      // memory.
      if (endpoint.body && endpoint.maxBodyBytes === undefined) {
        state.body = readBytes(request)
        await state.body.catch(() => {})
      }
      if (cache === 'static' && request.target.search === '') return respondStatic(state)
      const inTurn: InTurn = servesWhenDegraded ? (work) => work() : createTurn(endpoint, state).run
      return respondTo(served, state, { inTurn, isCached: cache === 'shared' })
    })
  const handler = async (request: Request) => toResponse(await respond(fromWebRequest(request)))
  const answer: EndpointHandler['answer'] = async (ctx, { params, query }) => {
    const texts = Object.entries(query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const input = { params: endpoint.params?.parse(params), query: endpoint.query?.parse(Object.fromEntries(texts)) }
    return endpoint.response?.parse((await handle(ctx, input as CheckedInput<E>)).body)
  }
  return Object.assign(handler, { endpoint, respond, answer })
}

/** Routes an endpoint whose response is what a command or query returns, or null if it returns nothing. */
export const routeTo = <E extends Endpoint>(
  endpoint: E,
  run: (
    ctx: Context,
    input: CheckedInput<NoInfer<E>>,
  ) => Promise<ResponseOf<NoInfer<E>>> | (null extends ResponseOf<NoInfer<E>> ? Promise<void> : never),
): EndpointHandler => route(endpoint, async (ctx, input) => ({ body: (await run(ctx, input)) ?? null }) as never)

type RowsOf<E extends Endpoint> =
  ResponseOf<E> extends { readonly result: infer Rows extends readonly unknown[] } ? Rows : never

/** Routes an endpoint whose response lists what a query returns: some rows, or a page of them with their total. */
export const routeToList = <E extends Endpoint>(
  endpoint: E,
  run: (
    ctx: Context,
    input: CheckedInput<NoInfer<E>>,
  ) => Promise<RowsOf<NoInfer<E>> | Page<RowsOf<NoInfer<E>>[number]>>,
): EndpointHandler =>
  route(endpoint, async (ctx, input) => {
    const list = await run(ctx, input)
    if (!('total' in list)) return { body: { result: list } } as never
    const { page, limit } = (input.query ?? {}) as Partial<PageRequest>
    if (page !== undefined && limit !== undefined) return toRecordList(list, { page, limit }) as never
    return { body: { result: list.rows, total_count: list.total } } as never
  })

function createContext(endpoint: Endpoint, { actor, now, requestId }: RequestState): Context {
  const { time_zone: zone } = getSettings()
  return { db: getDatabase(chooseLane(endpoint, actor)).db, actor, now, zone, requestId }
}

const createTurn = (endpoint: Endpoint, { actor, request }: RequestState) =>
  createCallerTurn(endpoint, actor, getLimitKey(actor, request))

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Responds with a file or a whole list where the request asks for one, otherwise as its conditions and encodings say.
 * A response in the cache needs no turn of its caller: it takes no connection.
 */
async function respondTo<E extends Endpoint>(
  served: ServedEndpoint<E>,
  state: RequestState,
  { inTurn, isCached }: { readonly inTurn: InTurn; readonly isCached: boolean },
): Promise<EncodedResponse> {
  const { endpoint, shape } = served
  const { headers, target } = state.request
  if (shape) addVary(state.headers, 'Accept')
  const list = shape && readWholeList(shape, state.request)
  if (list) return inTurn(async () => sendDownload(endpoint, state, await respondWhole(served, list, state)))
  if (endpoint.file) return inTurn(async () => sendDownload(endpoint, state, await respondFile(served, state)))
  const work = () =>
    endpoint.quota === 'events'
      ? countRejection(state, () => handleRequest(served, state))
      : handleRequest(served, state)
  const cacheKey = `${endpoint.name} ${target.pathname}${target.search}`
  const cached = isCached ? await findFreshResponse(cacheKey) : null
  const response = cached ?? (await inTurn(() => (isCached ? respondFromCache(cacheKey, work) : work())))
  if (endpoint.method !== 'GET') return response
  const etag = response.headers.ETag
  const isFresh = etag !== undefined && isNotModified(headers, etag)
  const chosen = isFresh ? { ...response, status: 304, body: null } : response
  // A versioned record needs its strong ETag for `If-Match`, so its bytes stay uncompressed.
  if (endpoint.versioned) return chosen
  return makeLinksAbsolute(await encodeFor(state, chosen), () => getServiceOrigin(headers))
}

async function handleRequest<E extends Endpoint>(
  { endpoint, handle, uploads, readInput }: ServedEndpoint<E>,
  state: RequestState,
): Promise<HttpResponse> {
  const { target, headers } = state.request
  // An event has its own identifier, and its sender is not known yet.
  const key = endpoint.method === 'POST' && !endpoint.raw ? readIdempotencyKey(headers) : null
  const ctx = createContext(endpoint, state)
  const { input, text } = await readInput(ctx, state)
  const work = async (ctx: Context) => {
    const result = await handle(ctx, input)
    state.waitedMs = result.waitedMs ?? 0
    return buildResponse(endpoint, target, result)
  }
  const requestText = `${target.pathname}\n${text}`
  const respond = () =>
    key === null ? work(ctx) : respondOnce(ctx, { operation: endpoint.name, key, requestText }, work)
  return uploads && input.upload ? discardUnused(ctx, input.upload, uploads, respond) : respond()
}

async function respondWhole<E extends Endpoint>(
  { endpoint, handle, readInput }: ServedEndpoint<E>,
  list: WholeList,
  state: RequestState,
): Promise<FileResponse> {
  const ctx = createContext(endpoint, state)
  const { input } = await readInput(ctx, state)
  return streamWholeList(
    list,
    state.request.target.pathname,
    async (start) => {
      const query = { ...input.query, limit: wholeListPage, ...start }
      const result = await handle(ctx, { ...input, query } as CheckedInput<E>)
      const records = (result.body as Readonly<Record<string, unknown>>)[list.member]
      return { ...result, body: { [list.member]: getRecordsSchema(endpoint, list).parse(records) } }
    },
    createTurn(endpoint, state).each,
  )
}

async function respondFile<E extends Endpoint>(
  { endpoint, handle, readInput }: ServedEndpoint<E>,
  state: RequestState,
): Promise<FileResponse> {
  const ctx = createContext(endpoint, state)
  const { file } = await handle(ctx, (await readInput(ctx, state)).input)
  if (!file) throw new Error(`${endpoint.name} returned no file.`)
  return toFileResponse({ ...file, content: createTurn(endpoint, state).each(file.content) })
}

async function sendDownload(endpoint: Endpoint, state: RequestState, download: FileResponse): Promise<EncodedResponse> {
  if (findRole(state.actor) === 'auditor') {
    await recordDownload(createContext(endpoint, state), download.fileName, state.request.target)
  }
  return compressedTypes.has(download.headers['Content-Type'] ?? '') ? download : encodeFor(state, download)
}

function buildResponse<E extends Endpoint>(
  endpoint: E,
  target: RequestTarget,
  result: HandlerResult<ResponseOf<E>>,
): HttpResponse {
  const contentType = endpoint.responseType ?? 'application/json'
  const checked = endpoint.response?.parse(result.body)
  const text = contentType === 'application/json' ? JSON.stringify(checked) : String(checked)
  const body = endpoint.response ? text : null
  const headers: Record<string, string> = body === null ? {} : { 'Content-Type': contentType }
  const version = result.version ?? (endpoint.versioned && (checked as { version?: number } | undefined)?.version)
  if (typeof version === 'number') headers.ETag = buildVersionTag(version)
  else if (endpoint.method === 'GET' && body !== null) headers.ETag = hashBodyTag(body)
  if (result.location !== undefined) headers.Location = result.location
  if (result.paging) headers.Link = buildPageLinks(target, result.paging)
  return { status: result.isCreated ? 201 : getSuccessStatus(endpoint), headers, body }
}
