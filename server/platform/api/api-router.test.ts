import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { pageApi } from '#server/page-api.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import type { EndpointHandler } from './route.ts'
import { importHandler } from './testing-call.ts'

test('has a handler for every endpoint', async () => {
  for (const endpoint of allEndpoints) expect(await importHandler(endpoint)).toBeTypeOf('function')
})

test('has no other handler, in the route files and for the pages', async () => {
  const folder = join(projectDir(), 'app', 'api')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.ts'))
  const own = files.filter((file) => !/^(?:app|auth)\//.test(file))
  const exported = await Promise.all(own.map((file) => import(pathToFileURL(join(folder, file)).href)))
  const names = [...exported.flatMap((file) => Object.values<EndpointHandler>(file)), ...pageApi].map(
    ({ endpoint }) => endpoint.name,
  )
  expect(names.toSorted()).toEqual(allEndpoints.map(({ name }) => name).toSorted())
})

test("lead every method of the pages' own API through one route file of Next", async () => {
  const file = join(projectDir(), 'app', 'api', 'app', 'v1', '[...path]', 'route.ts')
  const methods = new Set(pageApi.map(({ endpoint }) => endpoint.method))
  expect(Object.keys(await import(pathToFileURL(file).href))).toEqual(expect.arrayContaining([...methods]))
})

test('has unique operation names and unique pairs of method and path', () => {
  const names = allEndpoints.map(({ name }) => name)
  const operations = allEndpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(operations).size).toBe(operations.length)
})
