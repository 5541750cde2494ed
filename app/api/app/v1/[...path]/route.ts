import { pageApi } from '#server/page-api.ts'
import { createRouteTable, findHandler } from '#server/platform/api/fallback.ts'

const table = createRouteTable(pageApi)

/** Only Next calls this, in development: the production server has the same handlers in a table of its own. */
function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const handler = findHandler(table, request.method, pathname)
  if (!handler) throw new Error(`${request.method} ${pathname} is no endpoint; proxy.tsx should have said so.`)
  return handler(request)
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT }
