import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { getRouteFile } from './api-router.ts'
import { importRoute } from './testing-call.ts'

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Every route file of the API by its path in the project, without next-auth's, which is not part of the contract. */
const routeFiles = readdirSync(join(projectDir(), 'app', 'api'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)route\.tsx?$/.test(file) && !file.startsWith('auth/'))
  .map((file) => join('app', 'api', file))

describe('route files', () => {
  test.each(allEndpoints)('has a handler for $name', async (endpoint) => {
    expect(routeFiles).toContain(getRouteFile(endpoint.path))
    expect((await importRoute(endpoint))[endpoint.method]).toBeTypeOf('function')
  })

  test.each(routeFiles)('%s exports only handlers of endpoints', async (file) => {
    const exported = Object.keys(await import(pathToFileURL(join(projectDir(), file)).href))
    const declared = allEndpoints.filter(({ path }) => getRouteFile(path) === file).map(({ method }) => method)
    expect(exported.filter((name) => methods.includes(name)).toSorted()).toEqual(declared.toSorted())
  })

  test('has unique operation names and unique pairs of method and path', () => {
    const names = allEndpoints.map(({ name }) => name)
    const operations = allEndpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(operations).size).toBe(operations.length)
  })
})
