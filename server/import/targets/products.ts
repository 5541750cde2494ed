import { Product, product } from '#lib/contracts/products.ts'
import { products as table } from '#server/schema/directory.ts'
import { readPrice } from '../cells/price.ts'
import { importedFields } from './record-fields.ts'
import { defineTarget, type TargetFields } from './target.ts'

const read = importedFields(product.fields, table)

const fields = { ...read, price: { ...read.price, read: readPrice } } as const satisfies TargetFields

export const products = defineTarget({
  entity: 'products',
  historyName: 'product',
  table,
  key: 'id',
  fields,
  exported: Product,
  complete: (row) => row,
})
