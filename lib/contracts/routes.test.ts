import { expect, test } from 'vitest'
import * as adminRoutes from './admin-routes.ts'
import { allEndpoints } from './all-endpoints.ts'
import * as issueRoutes from './issue-routes.ts'
import * as routes from './routes.ts'

const { route: _, ...ofPages } = routes
const endpoints = new Map(allEndpoints.map(({ name, tag, method, path }) => [name, { name, tag, method, path }]))

test.each(Object.entries({ ...ofPages, ...adminRoutes, ...issueRoutes }))(
  'has a contract for the route %s, of the same name',
  (name, own) => {
    expect(endpoints.get(name)).toEqual(own)
  },
)
