import { type SQL, sql } from 'drizzle-orm'
import { products } from '#server/schema/directory.ts'

/**
 * For `with recursive`: `categories(value)`, the categories in use in their order and null behind the last. Each is found
 * by one step in the index, so that it does not matter how many products there are.
 */
export const categoriesInUse: SQL = sql`categories(value) as (
  (select ${products.category} from ${products} order by ${products.category} limit 1)
  union all
  select (
    select ${products.category} from ${products}
    where ${products.category} > value order by ${products.category} limit 1
  ) from categories where value is not null
)`
