import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import { ListMeta, ResourcePage } from './pages.ts'
import { decimalNumber, identifier, text } from './primitives.ts'
import { filled, key, record } from './record.ts'

export const product = record('Product', {
  id: key(identifier(128), {
    description: 'Identifier of the product',
    example: 'prd_0012',
    columns: ['id', 'product_id', 'sku', 'product_code', 'item_number', 'code', 'number', 'sys_id'],
    servicenow: 'sys_id',
  }),
  name: filled(z.string(), text(200), {
    description: 'Name of the product',
    example: 'Postgres Standard',
    isRequired: true,
    columns: ['name', 'title', 'product_name', 'product', 'item'],
    servicenow: 'name',
  }),
  description: filled(z.string(), z.string().max(10_000, { error: 'must have at most 10,000 characters' }), {
    description: 'Description in one or more sentences',
    example: 'A managed PostgreSQL with daily backups.',
    default: '',
    isMultiLine: true,
    columns: ['description', 'short_description', 'details', 'summary'],
    servicenow: 'short_description',
  }),
  price: filled(z.number().min(0), z.number(), {
    description: 'Decimal with at most two places',
    example: 249.5,
    isRequired: true,
    columns: ['price', 'unit_price', 'list_price', 'amount', 'cost'],
  }),
  category: filled(z.string(), text(200), {
    description: 'The one category it belongs to',
    example: 'Managed database',
    default: 'Uncategorised',
    columns: ['category', 'category_name', 'product_category', 'type', 'group'],
    servicenow: 'service_classification',
  }),
})
export const Product = product.schema
export type Product = z.infer<typeof Product>

const ProductFilter = z
  .strictObject({
    category: text(200).optional().describe('Exact category'),
    min_price: decimalNumber().optional().describe('Lowest price, inclusive'),
    max_price: decimalNumber().optional().describe('Highest price, inclusive'),
    ...ResourcePage,
  })
  .refine(({ min_price, max_price }) => min_price === undefined || max_price === undefined || min_price <= max_price, {
    path: ['min_price'],
    error: 'must not be above max_price',
  })

const readers = endpointsFor('Products', { system: 'resources', scope: 'read' }, '/api/v1')

export const listProducts = readers.get('listProducts', '/products', {
  summary: 'List products',
  description: 'Sorted by id. `min_price` and `max_price` are inclusive.',
  query: ProductFilter,
  response: z.object({ data: z.array(Product), meta: ListMeta }),
  examples: {
    query: { category: 'Managed database', min_price: '100', max_price: '900' },
  },
})
