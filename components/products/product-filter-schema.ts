import { z } from 'zod'
import { listProducts } from '#lib/contracts/products.ts'

export type ProductFilterValues = { category: string; min_price: string; max_price: string }

/** An empty input means no filter; any other must be valid in the query of the endpoint. */
export const ProductFilterValues: z.ZodType<ProductFilterValues, ProductFilterValues> = z
  .object({ category: z.string(), min_price: z.string(), max_price: z.string() })
  .superRefine((values, ctx) => {
    const query = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
    const result = listProducts.query.safeParse(query)
    for (const issue of result.error?.issues ?? []) {
      ctx.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    }
  })
