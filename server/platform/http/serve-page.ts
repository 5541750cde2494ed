import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#server/platform/log/log.ts'
import { getMethodLabel, observeRequest } from '#server/platform/metrics/metrics.ts'
import { inTrace } from '#server/platform/tracing/trace.ts'
import { formatTraceparent, parseTraceparent } from '#server/platform/tracing/trace-context.ts'
import { toLoggedPath } from './logged-path.ts'
import { chooseRequestId } from './request-id.ts'

/**
 * Runs `respond`, which sends a page, and adds the same as `exchange` for the API: a request id, which the page finds
 * in the request, `traceresponse`, a log line and metrics. `route` is its label in metrics.
 */
export async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  respond: () => Promise<unknown>,
): Promise<void> {
  const started = performance.now()
  const path = toLoggedPath(request.url ?? '/')
  const requestId = chooseRequestId(new Headers(pickHeader(request, 'x-request-id')))
  request.headers['x-request-id'] = requestId
  response.setHeader('X-Request-Id', requestId)
  const method = getMethodLabel(request.method ?? '')
  const newTrace = {
    requestId,
    caller: parseTraceparent(pickHeader(request, 'traceparent').traceparent),
    name: `${method} ${route}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'hindsight.request_id': requestId },
  } as const
  await inTrace(newTrace, async (span) => {
    response.setHeader('traceresponse', formatTraceparent(span))
    const closed = new Promise((done) => response.once('close', done))
    await respond().catch((error) => {
      log.error({ err: error }, 'page failed')
      response.destroy()
    })
    await closed
    // Next responds with 500 when a client disconnects while sending its body.
    const status = response.statusCode >= 500 && !request.complete ? 400 : response.statusCode
    span.set({ 'http.response.status_code': status })
    if (status >= 500) span.fail()
    const milliseconds = performance.now() - started
    // Sign-in counts its requests itself, since it also runs without our server.
    if (route !== '/api/auth/*') observeRequest({ method, route, status }, milliseconds)
    if (route === '/_next/static/*') return
    log.info({ method: request.method, path, operation: 'page', status, ms: Math.round(milliseconds * 100) / 100 })
  })
}

/** A header as an object, empty unless it has a single value. */
function pickHeader(request: IncomingMessage, name: string): Record<string, string> {
  const value = request.headers[name]
  return typeof value === 'string' ? { [name]: value } : {}
}
