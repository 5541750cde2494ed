import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { assertSameOrigin } from '#server/platform/auth/same-origin.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import { buildPreflightHeaders, exchange } from '#server/platform/http/exchange.ts'
import type { EncodedResponse } from '#server/platform/http/response.ts'
import { countRequest, getLimitKey } from '#server/platform/limits/quota.ts'
import { anonymous } from '#server/platform/runtime/context.ts'
import { createPathMatcher } from './read-input.ts'
import type { EndpointHandler, RouteHandler } from './route.ts'

const matchers = allEndpoints.map(({ method, path }) => ({ method, matches: createPathMatcher(path) }))

/**
 * Paths under `/api` that belong to the sign-in library, not to the contract. The library's other paths stay closed:
 * `session` would extend a session beyond its eight hours and show that of a disabled account.
 */
const isSignInPath = (pathname: string) => /^\/api\/auth\/(?:csrf|signin|callback|error)(?:\/|$)/.test(pathname)

/** The allowed methods of a path, including HEAD for GET and OPTIONS; empty where there is no such path. */
function listMethods(pathname: string): string[] {
  const methods = matchers.filter(({ matches }) => matchesPath(matches, pathname)).map(({ method }) => method as string)
  if (methods.length === 0) return []
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])]
}

function matchesPath(matches: ReturnType<typeof createPathMatcher>, pathname: string): boolean {
  try {
    return matches(pathname) !== null
  } catch {
    return true
  }
}

/**
 * The response to an API request without a route handler: an unknown path, a method that the path does not allow, or
 * OPTIONS. Null when there is a route handler.
 */
export function respondWithoutRoute(request: ApiRequest): Promise<EncodedResponse> | null {
  const { pathname } = request.target
  if (isSignInPath(pathname)) return null
  const methods = listMethods(pathname)
  if (request.method !== 'OPTIONS' && methods.includes(request.method)) return null
  return exchange(request, { name: 'fallback', path: 'none' }, async (state) => {
    await countRequest(getLimitKey(anonymous, request), state.headers)
    if (methods.length === 0) throw new AppError('not_found', `There is nothing at ${pathname}.`)
    const allow = methods.join(', ')
    if (request.method !== 'OPTIONS') {
      throw new AppError('method_not_allowed', `${pathname} allows ${allow}, not ${request.method}.`, {
        headers: { Allow: allow },
      })
    }
    const isPreflight = 'Access-Control-Allow-Origin' in state.headers
    return { status: 204, headers: { Allow: allow, ...(isPreflight ? buildPreflightHeaders(allow) : {}) }, body: null }
  })
}

/** The forms of pages that work without JavaScript; everything else that a page writes goes through the API. */
const isFormTarget = (pathname: string) => /^\/(?:sign-out|unsubscribe\/[^/]+\/confirm)$/.test(pathname)

/** The rejection of a write to a page: from another origin, or that no page sends; null for any other request. */
export function refusePageWrite(request: ApiRequest): Promise<EncodedResponse> | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  const fault = findWriteFault(request)
  return fault ? exchange(request, { name: 'page', path: 'page' }, () => Promise.reject(fault)) : null
}

function findWriteFault(request: ApiRequest): unknown {
  try {
    assertSameOrigin(request)
    if (request.method === 'POST' && isFormTarget(request.target.pathname)) return null
    return new AppError('method_not_allowed', 'A page allows GET and HEAD only.', { headers: { Allow: 'GET, HEAD' } })
  } catch (error) {
    return error
  }
}

type RouteTable = RouterContext<RouteHandler>

export function createRouteTable(handlers: readonly EndpointHandler[] = []): RouteTable {
  const table = createRouter<RouteHandler>()
  for (const handler of handlers) addEndpoint(table, handler)
  return table
}

export function addEndpoint(table: RouteTable, handler: EndpointHandler): void {
  const { method, path } = handler.endpoint
  const pattern = path.replace(/\{(\w+)\}/g, ':$1')
  addRoute(table, method, pattern, handler)
  if (method === 'GET') addRoute(table, 'HEAD', pattern, handler)
}

export function findHandler(table: RouteTable, method: string, pathname: string): RouteHandler | undefined {
  // The table ignores a trailing slash; the contract has no such path.
  return pathname.endsWith('/') ? undefined : findRoute(table, method, pathname)?.data
}
