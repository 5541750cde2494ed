import { setTimeout as sleep } from 'node:timers/promises'
import { log, logRequest } from '#server/platform/log/log.ts'
import { getMethodLabel, observeRequest } from '#server/platform/metrics/metrics.ts'
import { type Actor, anonymous } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { formatTraceparent, inTrace, parseTraceparent } from '#server/platform/tracing/trace.ts'
import { type ApiRequest, chooseRequestId, type HeaderFields } from './api-request.ts'
import { asAppError, buildErrorResponse } from './respond.ts'
import { dataSecurityPolicy, type EncodedResponse, type ResponseHeaders } from './response.ts'

/** A request in progress: its caller, and the headers of every response to it. */
export type RequestState = {
  readonly request: ApiRequest
  readonly requestId: string
  readonly now: Date
  readonly headers: ResponseHeaders
  actor: Actor
  /** The body, if it is read before the turn of the request. */
  body?: Promise<Uint8Array>
  /** Milliseconds that the request waited on purpose. */
  waitedMs?: number
}

/** Milliseconds before a response with `rate_limited`: a caller that retries without pause then costs others little. */
const rejectionMs = 1_000

/** The name and path template of an operation for log, metrics and traces: never the URL as it was sent. */
type TracedOperation = { readonly name: string; readonly path: string }

/**
 * Responds to a request with the result of `work` or the error it throws. In any case the response carries its request
 * id and `traceresponse`, is counted and is logged.
 */
export function exchange(
  request: ApiRequest,
  operation: TracedOperation,
  work: (state: RequestState) => Promise<EncodedResponse>,
): Promise<EncodedResponse> {
  const started = performance.now()
  const requestId = chooseRequestId(request.headers)
  const method = getMethodLabel(request.method)
  const newTrace = {
    requestId,
    caller: parseTraceparent(request.headers.get('traceparent')),
    name: `${method} ${operation.path}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': operation.path, 'hindsight.request_id': requestId },
  } as const
  return inTrace(newTrace, async (span) => {
    const headers: ResponseHeaders = {
      'X-Request-Id': requestId,
      traceresponse: formatTraceparent(span),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': dataSecurityPolicy,
      'Cache-Control': 'private, no-cache',
    }
    const state: RequestState = { request, requestId, now: new Date(), headers, actor: anonymous }
    let response: EncodedResponse
    try {
      setCorsHeaders(request.headers, headers)
      response = await work(state)
    } catch (error) {
      const appError = asAppError(error)
      if (appError.code === 'rate_limited') {
        await sleep(rejectionMs)
        state.waitedMs = (state.waitedMs ?? 0) + rejectionMs
      }
      if (appError.code === 'internal_error') log.error({ err: error }, 'request failed')
      response = buildErrorResponse(appError, requestId)
    }
    const milliseconds = performance.now() - started
    observeRequest({ method, route: operation.path, status: response.status }, milliseconds - (state.waitedMs ?? 0))
    span.set({ 'http.response.status_code': response.status })
    if (response.status >= 500) span.fail()
    logRequest({
      request_id: requestId,
      trace_id: span.traceId,
      method: request.method,
      path: toLoggedPath(request.target.pathname),
      operation: operation.name,
      status: response.status,
      ms: Math.round(milliseconds * 100) / 100,
      actor: state.actor.id,
    })
    return complete(request, response, headers)
  })
}

/** Adds the headers of every response, and removes the body where HTTP allows none. */
function complete(
  request: ApiRequest,
  { status, headers, body }: EncodedResponse,
  common: ResponseHeaders,
): EncodedResponse {
  const hasBody = request.method !== 'HEAD' && status !== 204 && status !== 304
  return { status, headers: Object.assign(common, headers), body: hasBody ? body : null }
}

const exposed =
  'ETag, Link, Location, X-Request-Id, traceresponse, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed'

/** Lets an origin of `HINDSIGHT_CORS_ORIGINS` read the response. */
function setCorsHeaders(request: HeaderFields, headers: ResponseHeaders): void {
  const { corsOrigins } = getRuntime().env
  if (corsOrigins.length === 0) return
  headers.Vary = 'Origin'
  const origin = request.get('origin')
  if (origin === null || !corsOrigins.includes(origin)) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Expose-Headers'] = exposed
}

/** The headers of a preflight response beside `Access-Control-Allow-Origin`. */
export const buildPreflightHeaders = (methods: string): Record<string, string> => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id, traceparent',
  'Access-Control-Max-Age': '600',
})

/** Paths whose next segment grants access by itself. */
const keyed = /\/(answers|unsubscribe|calendars\/v1)\/[^/]*/g

/** The path of a URL for the log: without the query, and without the secrets of links in mails. */
export function toLoggedPath(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return url.slice(start, end === -1 ? undefined : end).replace(keyed, '/$1/[secret]')
}
