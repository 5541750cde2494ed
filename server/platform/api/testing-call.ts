import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll } from 'vitest'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { provideTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { log } from '#server/platform/log/log.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { type Runtime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { getRouteFile } from './api-router.ts'
import type { EndpointHandler } from './route.ts'

/** Makes the route handlers of this process use the database of a test. */
export function setTestRuntime({ db, pool, pages }: TestDatabase & Pick<Runtime, 'pages'>): void {
  log.level = 'silent'
  const env = readEnv({ NODE_ENV: 'test', HINDSIGHT_RATE_LIMIT: '1000000' })
  setRuntime({ env, db, pool, pages, secret: 'a secret of the tests that signs nothing else' })
}

/** Provides the database of a test file, and makes the route handlers of this process use it. */
export function provideTestRuntime(options?: Parameters<typeof provideTestDatabase>[0]): TestDatabase {
  const database = provideTestDatabase(options)
  beforeAll(() => setTestRuntime(database))
  return database
}

type RouteCall = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** The handler of an endpoint, from the pages' own API or from its route file. */
export async function importHandler({ path, method, name }: Endpoint): Promise<EndpointHandler> {
  const isOfPages = path.startsWith('/api/app/v1/')
  const file = isOfPages ? 'server/page-api.ts' : getRouteFile(path)
  const exported = await import(pathToFileURL(join(projectDir(), file)).href)
  const handlers: readonly (EndpointHandler | undefined)[] = isOfPages ? exported.pageApi : [exported[method]]
  const handler = handlers.find((one) => one?.endpoint.name === name)
  if (!handler) throw new Error(`There is no handler for ${name} in ${file}.`)
  return handler
}

/** Calls an endpoint like a page of this service unless `headers` say otherwise. */
export async function callRoute(endpoint: Endpoint, call: RouteCall = {}): Promise<Response> {
  const handler = await importHandler(endpoint)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? ''))
  const query = new URLSearchParams(call.query)
  const headers = new Headers({ 'Sec-Fetch-Site': 'same-origin', ...call.headers })
  const hasBody = call.body !== undefined
  if (hasBody) headers.set('Content-Type', 'application/json')
  return handler(
    new Request(`http://127.0.0.1${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: endpoint.method,
      headers,
      ...(hasBody ? { body: JSON.stringify(call.body) } : {}),
    }),
  )
}
