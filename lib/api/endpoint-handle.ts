import type { Endpoint } from '#lib/contracts/endpoint.ts'

/**
 * What a call needs of an endpoint, without its schemas: a page that uses only handles loads no zod. The compiler holds
 * every member against the contract, as in `endpointHandle<typeof getChange>({ name: 'getChange', … })`.
 */
export function endpointHandle<E extends Endpoint>(handle: Pick<E, 'name' | 'tag' | 'method' | 'path'>): E {
  return handle as E
}
