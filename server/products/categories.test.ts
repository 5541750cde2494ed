import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { products } from '#server/schema/directory.ts'
import { listProductCategories } from './queries.ts'

const database = provideTestDatabase()

const ctx = () => testContext(database.db)
const inCategories = (categories: readonly string[]) =>
  database.db.insert(products).values(
    categories.map((category, at) => ({
      id: `prd_${category}_${at}`,
      name: `Product ${at}`,
      description: '',
      price: 1,
      category,
      origin: 'entry' as const,
    })),
  )

test('are empty without products', async () => {
  expect(await listProductCategories(ctx())).toEqual([])
})

test('are listed once, in order', async () => {
  await inCategories(['b', 'a', 'b', '', 'Ä'])
  expect(await listProductCategories(ctx())).toEqual(['', 'a', 'b', 'Ä'])
})

test('are at most 200', async () => {
  await inCategories(Array.from({ length: 210 }, (_, at) => `c${String(at).padStart(3, '0')}`))
  const categories = await listProductCategories(ctx())
  expect(categories).toHaveLength(200)
  expect(categories.slice(0, 4)).toEqual(['', 'a', 'b', 'c000'])
})
