import { expect, test } from 'vitest'
import * as adminRoutes from './admin-routes.ts'
import { allEndpoints } from './all-endpoints.ts'
import * as clientRoutes from './client-routes.ts'
import * as issueRoutes from './issue-routes.ts'
import * as routes from './routes.ts'

test('has a route of the same name for each contract, and a contract for each route', () => {
  const ofContracts = allEndpoints.map(({ name, tag, method, path }) => [name, { name, tag, method, path }])
  const { route, ...others } = routes
  expect(Object.fromEntries(ofContracts)).toEqual({ ...others, ...adminRoutes, ...clientRoutes, ...issueRoutes })
})
