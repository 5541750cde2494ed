import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ListMeta, ResourcePage } from './pages.ts'
import { decimalNumber, text } from './primitives.ts'
import * as routes from './routes.ts'

export const Product = z
  .object({
    id: z.string().describe('Identifier of the product'),
    name: z.string().describe('Name of the product'),
    description: z.string().describe('Description in one or more sentences'),
    price: z.number().min(0).describe('Decimal with at most two places'),
    category: z.string().describe('The one category it belongs to'),
  })
  .meta({ id: 'Product' })
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

export const listProducts = endpoint({
  ...routes.listProducts,
  summary: 'List products',
  description: 'Sorted by id. `min_price` and `max_price` are inclusive.',
  access: { system: 'resources', scope: 'read' },
  query: ProductFilter,
  response: z.object({ data: z.array(Product), meta: ListMeta }),
  examples: {
    query: { category: 'Managed database', min_price: '100', max_price: '900' },
    response: {
      data: [
        {
          id: 'prd_0012',
          name: 'Postgres Standard',
          description: 'A managed PostgreSQL with daily backups.',
          price: 249.5,
          category: 'Managed database',
        },
      ],
      meta: { total: 1, page: 1, limit: 50 },
    },
  },
})
