import { join } from 'node:path'
import { addRoute, createRouter, findRoute } from 'rou3'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { importAppFile } from '#server/platform/app-files.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import type { EncodedResponse } from '#server/platform/http/response.ts'
import { respondWithoutRoute } from './fallback.ts'
import type { RouteHandler } from './route.ts'

const router = createRouter<RouteHandler>()

/** Path of the route file that serves an API path: `/api/v1/users/{id}` is `app/api/v1/users/[id]/route.ts`. */
export const getRouteFile = (path: string): string =>
  join('app', ...path.slice(1).replaceAll('{', '[').replaceAll('}', ']').split('/'), 'route.ts')

/** Route files beside the API, for any method: other standards fix their URLs. */
const standardRoutes = {
  '/mcp': 'app/mcp/route.ts',
  '/.well-known/oauth-protected-resource': 'app/mcp/metadata/route.ts',
  '/.well-known/oauth-protected-resource/mcp': 'app/mcp/metadata/route.ts',
}

/** Imports the route file of every endpoint and registers its handlers. */
export async function loadApiRoutes(): Promise<void> {
  await Promise.all([
    ...Object.entries(standardRoutes).map(async ([path, file]) => {
      addRoute(router, '', path, (await importAppFile(file)).POST as RouteHandler)
    }),
    ...allEndpoints.map(async ({ method, path, name }) => {
      const file = getRouteFile(path)
      const handler = (await importAppFile(file))[method] as RouteHandler | undefined
      if (!handler) throw new Error(`${file} does not export ${method} for ${name}.`)
      addRoute(router, method, path.replace(/\{(\w+)\}/g, ':$1'), handler)
      if (method === 'GET') addRoute(router, 'HEAD', path.replace(/\{(\w+)\}/g, ':$1'), handler)
    }),
  ])
}

const uploads = new Set(allEndpoints.filter(({ upload }) => upload).map(({ method, path }) => `${method} ${path}`))

/** True if a request sends a file, which may take long. */
export const isUpload = (method: string | undefined, pathname: string): boolean => uploads.has(`${method} ${pathname}`)

/** True if a path belongs to the API or a standard beside it, not to a page or the sign-in library. */
export const isApiPath = (pathname: string): boolean =>
  pathname === '/api' ||
  pathname in standardRoutes ||
  (pathname.startsWith('/api/') && !pathname.startsWith('/api/auth/'))

/** Handles an API request without Next: by its route handler, or with the error that explains why there is none. */
export function handleApiRequest(request: ApiRequest): Promise<EncodedResponse> {
  const { pathname } = request.target
  // The router ignores a trailing slash; the contract has no such path.
  const match = pathname.endsWith('/') ? undefined : findRoute(router, request.method, pathname)?.data
  return match ? match.respond(request) : (respondWithoutRoute(request) ?? notRouted(pathname))
}

function notRouted(pathname: string): never {
  throw new Error(`No route handler was loaded for ${pathname}.`)
}
