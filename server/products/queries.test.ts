import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { listProducts } from './queries.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await database.pool.query(`
    insert into products (id, name, description, price, category, origin)
    select 'prd_' || i, 'Product ' || i, 'Daily backups', i * 7919 % 5000, 'category-' || i % 5, 'test'
    from generate_series(1, 5000) as i`)
  await database.pool.query('vacuum analyze products')
})

test('counts the products of a category and price range with an index-only scan', async () => {
  const input = { category: 'category-3', min_price: 1000, max_price: 1999, page: 1, limit: 10 } as never
  expect((await listProducts(testContext(database.db), input)).total).toBe(200)
  const { rows } = await database.pool.query(
    'explain select count(*) from products where category = $1 and price >= $2 and price <= $3',
    ['category-3', 1000, 1999],
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Only Scan using products_category_price')
})
