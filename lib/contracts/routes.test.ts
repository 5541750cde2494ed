import { expect, it } from 'vitest'
import { allEndpoints } from './all-endpoints.ts'
import * as routes from './routes.ts'

it('gives each route the name of its export', () => {
  for (const [name, route] of Object.entries(routes)) expect(route.name).toBe(name)
})

it('has a contract for each route, and a route for each contract', () => {
  const ofContracts = allEndpoints.map(({ name, tag, method, path }) => ({ name, tag, method, path }))
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
  expect(ofContracts.toSorted(byName)).toEqual(Object.values(routes).toSorted(byName))
})
