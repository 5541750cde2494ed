import { z } from 'zod'
import { identifier, text } from '#lib/contracts/primitives.ts'
import { Product } from '#lib/contracts/products.ts'
import { products as table } from '#server/schema/directory.ts'
import { readPrice } from '../cells/price.ts'
import { readText } from '../cells/text.ts'
import { defineTarget, type TargetFields } from './target.ts'

const fields = {
  id: {
    read: readText,
    guesses: ['id', 'product_id', 'sku', 'product_code', 'item_number', 'code', 'number', 'sys_id'],
    isRequired: true,
    limit: identifier(128),
    column: table.id,
  },
  name: {
    read: readText,
    guesses: ['name', 'title', 'product_name', 'product', 'item'],
    isRequired: true,
    limit: text(200),
    column: table.name,
  },
  description: {
    read: readText,
    isMultiLine: true,
    guesses: ['description', 'short_description', 'details', 'summary'],
    limit: z.string().max(10_000, { error: 'must have at most 10,000 characters' }).default(''),
    column: table.description,
  },
  price: {
    read: readPrice,
    guesses: ['price', 'unit_price', 'list_price', 'amount', 'cost'],
    isRequired: true,
    limit: z.number(),
    column: table.price,
  },
  category: {
    read: readText,
    guesses: ['category', 'category_name', 'product_category', 'type', 'group'],
    limit: text(200).default('Uncategorised'),
    column: table.category,
  },
} as const satisfies TargetFields

export const products = defineTarget({
  entity: 'products',
  historyName: 'product',
  table,
  key: 'id',
  fields,
  exported: Product,
  complete: (row) => row,
})
