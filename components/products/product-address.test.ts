import { expect, it } from 'vitest'
import { listProducts } from '#lib/contracts/products.ts'
import { productAddress } from './product-address.ts'

it('leaves out values that the contract has as defaults', () => {
  const query = listProducts.query.parse({ category: 'Backup' })
  expect(productAddress(query, { page: 2 })).toBe('/products?category=Backup&page=2')
  expect(productAddress({ ...query, limit: 10 }, { category: '' })).toBe('/products?limit=10')
})
