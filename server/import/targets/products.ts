import { z } from 'zod'
import { identifier, text } from '#lib/contracts/primitives.ts'
import { Product } from '#lib/contracts/products.ts'
import { products as table } from '#server/schema/directory.ts'
import { readPrice } from '../cells/price.ts'
import { readText } from '../cells/text.ts'
import type { FieldSpecs } from './field-spec.ts'
import { defineTarget } from './target.ts'

const fields = {
  id: {
    read: readText,
    guesses: ['id', 'product_id', 'sku', 'product_code', 'item_number', 'code', 'number', 'sys_id'],
    isRequired: true,
  },
  name: { read: readText, guesses: ['name', 'title', 'product_name', 'product', 'item'], isRequired: true },
  description: {
    read: readText,
    isMultiLine: true,
    guesses: ['description', 'short_description', 'details', 'summary'],
  },
  price: { read: readPrice, guesses: ['price', 'unit_price', 'list_price', 'amount', 'cost'], isRequired: true },
  category: { read: readText, guesses: ['category', 'category_name', 'product_category', 'type', 'group'] },
} as const satisfies FieldSpecs

const limits = z.object({
  id: identifier(128),
  name: text(200),
  description: z.string().max(10_000, { error: 'must have at most 10,000 characters' }).default(''),
  price: z.number(),
  category: text(200).default('Uncategorised'),
})

export const products = defineTarget({
  entity: 'products',
  historyName: 'product',
  table,
  key: 'id',
  fields,
  exported: Product,
  limits,
  complete: (row) => row,
  columns: [table.id, table.name, table.description, table.price, table.category],
})
