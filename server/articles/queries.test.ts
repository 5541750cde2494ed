import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { articles } from '#server/schema/articles.ts'
import { listArticles } from './queries.ts'

const database = provideTestDatabase()
const words = ['upgrade', 'replica', 'certificate', 'rehearse', 'of', 'the', 'backup']
const count = 90

beforeAll(async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `kb_${String(index).padStart(3, '0')}`,
    content: Array.from({ length: 3 + (index % 11) }, (_item, place) => words[(index * 5 + place * place) % 7]).join(
      ' ',
    ),
    tags: index % 2 === 0 ? ['even'] : [],
    technologies: [],
    created: `2026-01-0${1 + (index % 4)}`,
    origin: 'test',
    createdAt: at,
    updatedAt: at,
  }))
  await database.db.insert(articles).values(rows)
})

test.each([
  ['upgrade', undefined],
  ['replica certificate', undefined],
  ['replica OR backup', 'metadata.tags = even'],
  ['"rehearse backup"', undefined],
  ['-upgrade', undefined],
  ['nothing', undefined],
  ['the', undefined],
])('pages of a search for %s, filtered by %s, are in the order of their rank', async (q, query) => {
  const { db } = database
  const ask = (page: number) => listArticles(testContext(db), { q, query, page, limit: 7 } as never)
  const { rows: expected } = await db.execute<{ id: string }>(sql`
    select id from articles where search @@ websearch_to_tsquery('english', ${q})
      and (${query === undefined} or tags && '{even}')
    order by ts_rank(search, websearch_to_tsquery('english', ${q})) desc, created desc, id desc`)
  const pages = await Promise.all(Array.from({ length: Math.ceil(count / 7) + 1 }, (_, index) => ask(index + 1)))
  expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(expected.map(({ id }) => id))
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]))
})
