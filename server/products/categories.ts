import { type SQL, sql } from 'drizzle-orm'
import { products } from '#server/schema/directory.ts'

/**
 * Part of `with recursive`: `categories(value)`, the categories in use in their order, then null. Each category takes
 * one step in the index, so the cost does not grow with the number of products.
 */
export const categoriesInUse: SQL = sql`categories(value) as (
  (select ${products.category} from ${products} order by ${products.category} limit 1)
  union all
  select (
    select ${products.category} from ${products}
    where ${products.category} > value order by ${products.category} limit 1
  ) from categories where value is not null
)`
