import { beforeAll, expect, test } from 'vitest'
import type { NewArticle } from '#lib/contracts/articles.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { createArticle } from './commands.ts'
import { countArticleFacets } from './facets.ts'
import { listArticles } from './queries.ts'

const database = provideTestDatabase()
const ctx = () => testContext(database.db)

const lessons: readonly [content: string, NonNullable<NewArticle['metadata']>][] = [
  [
    'Upgrade on a copy',
    {
      article_type: 'lesson',
      polarity: 'negative',
      category: 'planning',
      tags: ['upgrade', 'window'],
      source_change: 'CHG-DB',
    },
  ],
  ['Upgrade at night', { article_type: 'lesson', polarity: 'positive', category: 'planning', tags: ['upgrade'] }],
  [
    'Rotate early',
    {
      article_type: 'lesson',
      polarity: 'positive',
      category: 'security',
      technologies: ['tls', 'envoy'],
      source_change: 'CHG-EDGE',
    },
  ],
  ['How to', { article_type: 'howto', tags: ['upgrade', 'upgrade'] }],
]

beforeAll(async () => {
  await insertChange(database.db, 'CHG-DB', { affectedServices: ['payments-db', 'ledger'] })
  await insertChange(database.db, 'CHG-EDGE', { affectedServices: ['edge', 'ledger', 'ledger'] })
  for (const [content, metadata] of lessons) await createArticle(ctx(), { content, metadata })
})

test('counts the articles that have each value, most frequent first, then by value', async () => {
  expect(await countArticleFacets(ctx(), {})).toEqual({
    article_type: [
      { value: 'lesson', count: 3 },
      { value: 'howto', count: 1 },
    ],
    polarity: [
      { value: 'positive', count: 2 },
      { value: 'negative', count: 1 },
    ],
    services: [
      { value: 'ledger', count: 2 },
      { value: 'edge', count: 1 },
      { value: 'payments-db', count: 1 },
    ],
    category: [
      { value: 'planning', count: 2 },
      { value: 'security', count: 1 },
    ],
    tags: [
      { value: 'upgrade', count: 3 },
      { value: 'window', count: 1 },
    ],
    technologies: [
      { value: 'envoy', count: 1 },
      { value: 'tls', count: 1 },
    ],
  })
})

test.each([
  { query: 'metadata.polarity = positive' },
  { q: 'upgrade' },
  { query: 'metadata.article_type = lesson', q: 'upgrade' },
  { query: 'metadata.tags = upgrade OR metadata.technologies = tls' },
  { q: 'nothing like it' },
  { q: 'ledger' },
  { service: 'payments-db' },
  { service: 'ledger', q: 'rotate', query: 'metadata.article_type = lesson' },
])('counts the articles that the list returns for %j', async (search) => {
  const { rows } = await listArticles(ctx(), { ...search, page: 1, limit: 100 })
  const facets = await countArticleFacets(ctx(), search)
  const total = (counts: { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0)
  expect(total(facets.article_type)).toBe(rows.length)
  expect(total(facets.polarity)).toBe(rows.filter(({ metadata }) => metadata.polarity !== null).length)
  for (const { value, count } of facets.tags) {
    expect(rows.filter(({ metadata }) => metadata.tags.includes(value))).toHaveLength(count)
  }
})

test('shows at most 50 values of a facet, the most frequent', async () => {
  const tags = Array.from({ length: 50 }, (_, index) => `x${String(index).padStart(2, '0')}`)
  await createArticle(ctx(), { content: 'many', metadata: { tags } })
  const facets = await countArticleFacets(ctx(), {})
  expect(facets.tags).toHaveLength(50)
  expect(facets.tags.slice(0, 3).map(({ value }) => value)).toEqual(['upgrade', 'window', 'x00'])
  expect(facets.category).toHaveLength(2)
})
