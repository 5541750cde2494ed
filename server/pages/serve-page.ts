import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join, sep } from 'node:path'
import { addRoute, createRouter, findRoute } from 'rou3'
import sirv from 'sirv'
import { listPageFiles } from '#server/platform/app-files.ts'
import type { Env } from '#server/platform/env.ts'
import { chooseRequestId, type RequestTarget } from '#server/platform/http/api-request.ts'
import { toLoggedPath } from '#server/platform/http/exchange.ts'
import { fromIncoming } from '#server/platform/http/node-request.ts'
import { buildFaultResponse, respondWithFault } from '#server/platform/http/respond.ts'
import { sendResponse } from '#server/platform/http/response.ts'
import { log } from '#server/platform/log/log.ts'
import { getMethodLabel, observeRequest } from '#server/platform/metrics/metrics.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { formatTraceparent, inTrace, parseTraceparent } from '#server/platform/tracing/trace.ts'
import { inPageTurn } from './page-turn.ts'

/** Returns a function that serves everything outside the API: pages, their files, and the sign-in library. */
export function openPages(env: Pick<Env, 'host' | 'port'>) {
  const findPage = createPageRouter()
  const sendFile = openPageFiles()
  return (request: IncomingMessage, response: ServerResponse, target: RequestTarget): void => {
    // Next fails on this method.
    if (request.method === 'TRACE') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    // No page uses the image optimizer.
    if (target.pathname === '/_next/image') return void response.writeHead(404).end()
    const route = findPage(target.pathname)
    const render = () => renderPage(env, request, response)
    const kind = route === '/api/auth/*' ? 'sign-in' : 'pages'
    void servePage(request, response, route, () =>
      route === '/_next/static/*'
        ? sendFile(request, response, render)
        : inPageTurn(fromIncoming(request, target), response, render, { kind }).catch((error) =>
            respondWithFault(response, error),
          ),
    )
  }
}

/** Runs `respond` with what `exchange` adds for the API: request id, `traceresponse`, log line and metrics. */
async function servePage(
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

/** The path of every page, as `/changes/[number]`, from the files under `app/`. */
export const listPageRoutes = (): string[] =>
  listPageFiles()
    .map((file) => `/${dirname(file)}`.split(sep).filter((part) => part !== '.' && !part.startsWith('(')))
    .map((parts) => parts.join('/').replace(/\/\.$/, '') || '/')
    .toSorted()

/** Returns a function that maps a URL to its page, or to one fixed word: never to the URL itself. */
export function createPageRouter(): (target: string) => string {
  const router = createRouter<string>()
  for (const route of listPageRoutes()) addRoute(router, 'GET', route.replace(/\[(\w+)\]/g, ':$1'), route)
  return (target) => {
    const path = target.split('?', 1)[0] ?? ''
    if (path.startsWith('/_next/static/')) return '/_next/static/*'
    if (path.startsWith('/api/auth/')) return '/api/auth/*'
    return findRoute(router, 'GET', path)?.data ?? 'none'
  }
}

const prefix = '/_next/static'
const yearInSeconds = 365 * 86_400

/** Serves scripts, styles and fonts as compressed by the build. `render` responds to other requests. */
function openPageFiles() {
  const send = sirv(join(projectDir(), '.next', 'static'), {
    brotli: true,
    gzip: true,
    etag: true,
    maxAge: yearInSeconds,
    immutable: true,
    setHeaders: (response) =>
      response.setHeader('X-Content-Type-Options', 'nosniff').setHeader('X-Frame-Options', 'DENY'),
  })
  return async (request: IncomingMessage, response: ServerResponse, render: () => Promise<unknown>): Promise<void> => {
    const { method = '', url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    // Ranges are ignored: part of a script is useless, and `sirv` fails on a range that ends before it starts.
    delete request.headers.range
    request.url = url.slice(prefix.length)
    const isFile = await new Promise<boolean>((resolve) => {
      response.once('close', () => resolve(true))
      send(request, response, () => resolve(false))
    })
    if (isFile) return
    request.url = url
    await render()
  }
}

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const routerState = 'next-router-state-tree'

let loading: Promise<PageHandler> | undefined

/** Serves a page. Next is loaded with the first page, so a process that serves only the API never loads it. */
async function renderPage(
  env: Pick<Env, 'host' | 'port'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let handle: PageHandler
  try {
    loading ??= load(env)
    handle = await loading
  } catch (error) {
    loading = undefined
    return sendResponse(response, buildFaultResponse(error))
  }
  return handle(request, response)
}

async function load({ host, port }: Pick<Env, 'host' | 'port'>): Promise<PageHandler> {
  const { default: next } = await import('next')
  const { parseAndValidateFlightRouterState: parseRouterState } = await import(
    'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
  )
  const pages = next({ dev: false, dir: projectDir(), hostname: host, port })
  await pages.prepare()
  const handle = pages.getRequestHandler()
  return (request, response) => {
    // Next fails on a state of its router that it cannot read; without one it sends the whole page.
    try {
      parseRouterState(request.headers[routerState])
    } catch {
      delete request.headers[routerState]
    }
    return handle(request, response)
  }
}
