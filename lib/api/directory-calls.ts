import type * as products from '#lib/contracts/products.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The list of products, without the schemas of its contract. */
export const listProducts = endpointHandle<typeof products.listProducts>({
  name: 'listProducts',
  tag: 'Products',
  method: 'GET',
  path: '/api/v1/products',
})
