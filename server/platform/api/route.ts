import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { errorStatus } from '#lib/contracts/error-codes.ts'
import { listShapeOf, recordsOf, wholeListTypes } from '#lib/contracts/whole-list.ts'
import { authorize, findSessionActor, identifyCaller, roleOf } from '#server/platform/auth/caller.ts'
import { assertSameOrigin } from '#server/platform/auth/same-origin.ts'
import { verifyToken, verifyTokenWhenDegraded } from '#server/platform/auth/token-caller.ts'
import { invalidField, isAppError } from '#server/platform/errors.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import { bodyTag, expectedVersions, isNotModified, mustExist, versionTag } from '#server/platform/http/conditional.ts'
import { addVary, inEncodingFor } from '#server/platform/http/content-encoding.ts'
import { exchange, type RequestState } from '#server/platform/http/exchange.ts'
import { isOverloaded, overload } from '#server/platform/http/load-shedding.ts'
import { readBytes, readJsonBody, readRawBody } from '#server/platform/http/read-body.ts'
import type { EncodedResponse, HttpResponse, Reply, ResponseHeaders } from '#server/platform/http/response.ts'
import { toResponse } from '#server/platform/http/send-response.ts'
import { serviceOrigin } from '#server/platform/http/service-origin.ts'
import type { Target } from '#server/platform/http/target.ts'
import { fromWebRequest } from '#server/platform/http/web-request.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { databaseOf } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { respondFromCache } from './cached-responses.ts'
import { callerTurn, laneOf } from './caller-turns.ts'
import { type FileResponse, fileResponse } from './file-response.ts'
import { fixedResponse } from './fixed-response.ts'
import { idempotencyKeyOf, replayedHeader, respondOnce } from './idempotency.ts'
import { pageLinks, withAbsoluteLinks } from './links.ts'
import { parsePart, readQuery } from './parse-input.ts'
import { pathMatcher } from './path-template.ts'
import { checkQuota, countRequest, limitKeyOf } from './rate-limit.ts'
import { readUpload, type Upload, type UploadStore } from './read-upload.ts'
import { streamWholeList, type WholeList, wholeListOf, wholeListPage } from './whole-list.ts'

type Input<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly upload: E['upload'] extends object ? Upload : undefined
  readonly raw: E['raw'] extends object ? Buffer : undefined
  /** The versions that `If-Match` allows; undefined when any is allowed. */
  readonly expectedVersions: number[] | undefined
  /** Whether a PUT may only update (true) or only create (false) its record; undefined when it may do both. */
  readonly mustExist: boolean | undefined
  /** For the handlers that count their requests by themselves. */
  readonly responseHeaders: ResponseHeaders
  /** For the few handlers that need the origin or the address of the caller. */
  readonly request: ApiRequest
}

export type Handler<E extends Endpoint> = (ctx: Context, input: Input<E>) => Promise<Reply<ResponseOf<E>>>
/** A route handler for Next; the production server calls `respond` and sends the response itself. */
export type RouteHandler = {
  (request: Request): Promise<Response>
  respond(request: ApiRequest): Promise<EncodedResponse>
}

/** Media types of files that are compressed already. */
const compressedTypes: ReadonlySet<string> = new Set(['application/zip', wholeListTypes.xlsx])

type Options<E extends Endpoint> = {
  /**
   * `shared`: the response depends only on the URL and the records, not on the caller or the time.
   * `static`: it stays the same as long as the process runs.
   */
  readonly cache?: 'shared' | 'static'
  /**
   * Whether it reports the state of the service, and so responds even while the database is unreachable or overloaded.
   */
  readonly servesWhenDegraded?: boolean
  /** Stores the file of an endpoint with `upload`. */
  readonly uploads?: UploadStore<QueryOf<E>>
}

/**
 * Turns an endpoint and its handler into a route handler, which does everything else: request id, caller, permission,
 * rate limit, parsing, conditional requests, idempotency, check of the response and error responses.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: Handler<NoInfer<E>>,
  { cache, servesWhenDegraded = false, uploads }: Options<NoInfer<E>> = {},
): RouteHandler {
  const matchPath = pathMatcher(endpoint.path)
  const contextOf = ({ actor, now, requestId }: RequestState): Context => {
    const { time_zone: zone } = getSettings()
    return { db: databaseOf(laneOf(endpoint, actor)).db, actor, now, zone, requestId }
  }
  const turnOf = ({ actor, request }: RequestState) => callerTurn(endpoint, actor, limitKeyOf(actor, request))
  const shape = listShapeOf(endpoint)
  const readInput = async (state: RequestState) => {
    const { request } = state
    const { target } = request
    const params = endpoint.params && parsePart(endpoint.params, matchPath(target.pathname) ?? {}, 'path')
    const query = endpoint.query ? parsePart(endpoint.query, readQuery(target), 'query') : readNoQuery(target)
    const json = endpoint.body && (await readJsonBody(request, endpoint, state.body))
    const body = endpoint.body && parsePart(endpoint.body, json?.value, 'body')
    const conditions = { expectedVersions: expectedVersions(request.headers), mustExist: mustExist(request.headers) }
    const upload = endpoint.upload && uploads && (await receive(state, uploads, query as QueryOf<E>))
    const raw = endpoint.raw && (await readRawBody(request, endpoint.raw))
    const input = {
      params,
      query,
      body,
      upload,
      raw,
      ...conditions,
      request,
      responseHeaders: state.headers,
    } as Input<E>
    const text = upload ? `${target.search}\n${upload.digest}` : (json?.text ?? '')
    return { input, text }
  }
  const receive = async (state: RequestState, { check, store }: UploadStore<QueryOf<E>>, query: QueryOf<E>) => {
    const ctx = contextOf(state)
    await check?.(ctx, query)
    return endpoint.upload && readUpload(state.request, endpoint.upload, (chunks) => store(ctx, chunks, query))
  }
  const handleRequest = async (state: RequestState): Promise<HttpResponse> => {
    const { target, headers } = state.request
    // An event has its own identifier, and its sender is not known yet.
    const key = endpoint.method === 'POST' && !endpoint.raw ? idempotencyKeyOf(headers) : null
    const { input, text } = await readInput(state)
    const ctx = contextOf(state)
    const work = async (within: Context) => {
      const reply = await handle(within, input)
      state.waitedMs = reply.waitedMs ?? 0
      return responseOf(endpoint, target, reply)
    }
    const respond = () =>
      key === null ? work(ctx) : respondOnce(ctx, endpoint.name, key, `${target.pathname}\n${text}`, work)
    return input.upload ? withoutUnusedUpload(ctx, input.upload, respond) : respond()
  }
  /** Deletes the file of a request that failed or whose response is that of an earlier one. */
  const withoutUnusedUpload = async (ctx: Context, { id }: Upload, respond: () => Promise<HttpResponse>) => {
    try {
      const response = await respond()
      if (response.headers[replayedHeader] !== undefined) await uploads?.discard(ctx, id)
      return response
    } catch (error) {
      // What cannot be deleted now is purged later.
      await uploads?.discard(ctx, id).catch(() => {})
      throw error
    }
  }
  const respondWhole = async (list: WholeList, state: RequestState): Promise<FileResponse> => {
    const { input } = await readInput(state)
    const ctx = contextOf(state)
    return streamWholeList(
      list,
      state.request.target.pathname,
      async (start) => {
        const reply = await handle(ctx, {
          ...input,
          query: { ...input.query, limit: wholeListPage, ...start },
        } as Input<E>)
        const records = (reply.body as Readonly<Record<string, unknown>>)[list.member]
        return { ...reply, body: { [list.member]: recordsOf(endpoint, list).parse(records) } }
      },
      turnOf(state).each,
    )
  }
  const respondFile = async (state: RequestState): Promise<FileResponse> => {
    const { file } = await handle(contextOf(state), (await readInput(state)).input)
    if (!file) throw new Error(`${endpoint.name} returned no file.`)
    return fileResponse({ ...file, content: turnOf(state).each(file.content) })
  }
  const respondFixed = fixedResponse(handleRequest)
  const respondIn = async (state: RequestState): Promise<EncodedResponse> => {
    const { request } = state
    const { target } = request
    if (shape) addVary(state.headers, 'Accept')
    const list = shape && wholeListOf(shape, request)
    if (list || endpoint.file) {
      const download = await (list ? respondWhole(list, state) : respondFile(state))
      if (roleOf(state.actor) === 'auditor') {
        // Loaded when needed: of all callers, only an auditor's downloads are recorded.
        const { recordDownload } = await import('./record-download.ts')
        await recordDownload(contextOf(state), download.fileName, target)
      }
      return compressedTypes.has(download.headers['Content-Type'] ?? '') ? download : inEncodingFor(state, download)
    }
    if (cache === 'static' && target.search === '') return respondFixed(state)
    const work = () =>
      endpoint.quota === 'events' ? countRejection(state, () => handleRequest(state)) : handleRequest(state)
    const response =
      cache === 'shared'
        ? await respondFromCache(`${endpoint.name} ${target.pathname}${target.search}`, work)
        : await work()
    if (endpoint.method !== 'GET') return response
    const etag = response.headers.ETag
    const isFresh = etag !== undefined && isNotModified(request.headers, etag)
    const chosen = isFresh ? { ...response, status: 304, body: null } : response
    // A versioned record needs its strong ETag for `If-Match`, so its bytes stay uncompressed.
    if (endpoint.versioned) return chosen
    return withAbsoluteLinks(await inEncodingFor(state, chosen), () => serviceOrigin(request.headers))
  }
  const respondTo = (request: ApiRequest) =>
    exchange(request, endpoint, async (state) => {
      await admit(endpoint, state, servesWhenDegraded)
      const work = () => respondIn(state)
      // A body that arrives slowly keeps no turn from its caller. Larger ones of many requests would fill the memory.
      if (endpoint.body && endpoint.maxBodyBytes === undefined) {
        state.body = readBytes(request)
        await state.body.catch(() => {})
      }
      return servesWhenDegraded ? work() : turnOf(state).run(work)
    })
  return Object.assign(async (request: Request) => toResponse(await respondTo(fromWebRequest(request))), {
    respond: respondTo,
  })
}

/** Identifies the caller, counts the request, and rejects a caller without access. */
async function admit(endpoint: Endpoint, state: RequestState, servesWhenDegraded: boolean): Promise<void> {
  if (endpoint.access !== 'public' && !servesWhenDegraded && isOverloaded()) throw overload()
  const verify = servesWhenDegraded ? verifyTokenWhenDegraded : verifyToken
  try {
    if (typeof endpoint.access !== 'string')
      state.actor = await identifyCaller(state.request.headers, state.now, verify)
    else if (endpoint.readsSession) state.actor = (await findSessionActor(state.request.headers)) ?? state.actor
  } finally {
    const key = limitKeyOf(state.actor, state.request)
    if (endpoint.quota === 'events') checkQuota(key, state.headers, 'rejected-events')
    else countRequest(key, state.headers, endpoint.quota)
  }
  authorize(endpoint, state.actor)
  if (!servesWhenDegraded && laneOf(endpoint, state.actor) === 'pages' && isOverloaded('pages')) throw overload()
  // No cached response for the next person who uses the browser.
  if (state.actor.kind === 'account') state.headers['Cache-Control'] = 'no-store'
  if (endpoint.method !== 'GET' && state.actor.kind === 'account') assertSameOrigin(state.request)
}

/** Counts an event that its sender is to blame for, by the address. */
async function countRejection<Result>(state: RequestState, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isRejection = isAppError(error) && errorStatus[error.code] < 500 && error.code !== 'rate_limited'
    if (isRejection) countRequest(limitKeyOf(state.actor, state.request), state.headers, 'rejected-events')
    throw error
  }
}

function readNoQuery(target: Target): undefined {
  const [name] = Object.keys(readQuery(target))
  if (name !== undefined) throw invalidField(name, 'query', 'is not a known parameter')
}

function responseOf<E extends Endpoint>(endpoint: E, target: Target, reply: Reply<ResponseOf<E>>): HttpResponse {
  const checked = endpoint.response.parse(reply.body)
  const contentType = endpoint.responseType ?? 'application/json'
  const body =
    endpoint.status === 204 ? null : contentType === 'application/json' ? JSON.stringify(checked) : String(checked)
  const headers: Record<string, string> = body === null ? {} : { 'Content-Type': contentType }
  if (reply.version !== undefined) headers.ETag = versionTag(reply.version)
  else if (endpoint.method === 'GET' && body !== null) headers.ETag = bodyTag(body)
  if (reply.location !== undefined) headers.Location = reply.location
  if (reply.paging) headers.Link = pageLinks(target, reply.paging)
  return { status: reply.isCreated ? 201 : (endpoint.status ?? 200), headers, body }
}
