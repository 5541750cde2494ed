import { join } from 'node:path'
import { addRoute } from 'rou3'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { importAppFile } from '#server/platform/app-files.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import type { EncodedResponse } from '#server/platform/http/response.ts'
import { addEndpoint, createRouteTable, findHandler, respondWithoutRoute } from './fallback.ts'
import type { EndpointHandler, RouteHandler } from './route.ts'

const table = createRouteTable()

/** Path of the route file that serves an API path: `/api/v1/users/{id}` is `app/api/v1/users/[id]/route.ts`. */
export const getRouteFile = (path: string): string =>
  join('app', ...path.slice(1).replaceAll('{', '[').replaceAll('}', ']').split('/'), 'route.ts')

/** Route files beside the API, for any method: other standards fix their URLs. */
const standardRoutes = {
  '/mcp': 'app/mcp/route.ts',
  '/.well-known/oauth-protected-resource': 'app/mcp/metadata/route.ts',
  '/.well-known/oauth-protected-resource/mcp': 'app/mcp/metadata/route.ts',
}

/** Registers the handlers of the pages' own API, and imports the route file of every other endpoint. */
export async function loadApiRoutes(pageApi: readonly EndpointHandler[]): Promise<void> {
  const ofPages = new Set(pageApi.map(({ endpoint }) => endpoint.name))
  for (const handler of pageApi) addEndpoint(table, handler)
  await Promise.all([
    ...Object.entries(standardRoutes).map(async ([path, file]) => {
      addRoute(table, '', path, (await importAppFile(file)).POST as RouteHandler)
    }),
    ...allEndpoints.map(async ({ method, path, name }) => {
      if (ofPages.has(name)) return
      const file = getRouteFile(path)
      const handler = (await importAppFile(file))?.[method] as EndpointHandler | undefined
      if (!handler) throw new Error(`${file} does not export ${method} for ${name}.`)
      addEndpoint(table, handler)
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
  const handler = findHandler(table, request.method, pathname)
  return handler ? handler.respond(request) : (respondWithoutRoute(request) ?? notRouted(pathname))
}

function notRouted(pathname: string): never {
  throw new Error(`No route handler was loaded for ${pathname}.`)
}
