import type { Endpoint, Route } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

type Endpoints = typeof endpoints

/** The endpoint of a route, whose schemas type a call of the route. */
export type EndpointOf<R extends Route> = R extends Endpoint
  ? R
  : Extract<Endpoints[R['name'] & keyof Endpoints], Endpoint>

/** Every endpoint of the API. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints)
