import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3'
import type { EndpointHandler, RouteHandler } from './route.ts'

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
