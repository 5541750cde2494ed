import { z } from 'zod'
import { articleFields } from '#lib/contracts/articles.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { FilterQuery } from '#lib/contracts/pages.ts'
import { text } from '#lib/contracts/primitives.ts'
import { ArticleService } from './article-summaries.ts'

const Facet = z.array(z.object({ value: z.string(), count: z.int().min(1) }))

export const listArticleFacets = endpoint({
  ...route('listArticleFacets', 'Search', 'GET', '/api/app/v1/article-facets'),
  summary: 'Count the articles of a search by facet value; at most 50 values per facet, most frequent first',
  access: { role: 'viewer' },
  query: z.strictObject({
    query: FilterQuery.optional(),
    q: text(500).optional().describe('Words to search for, as in the list of articles'),
    service: ArticleService,
  }),
  filterFields: articleFields,
  response: z.object({
    article_type: Facet,
    polarity: Facet,
    services: Facet.describe('Services of the source changes'),
    category: Facet,
    tags: Facet,
    technologies: Facet,
  }),
  errors: ['invalid_filter'],
  examples: {
    query: { query: 'metadata.article_type = lesson', q: 'upgrade' },
    response: {
      article_type: [{ value: 'lesson', count: 3 }],
      polarity: [
        { value: 'negative', count: 2 },
        { value: 'positive', count: 1 },
      ],
      services: [{ value: 'payments-db', count: 2 }],
      category: [{ value: 'planning', count: 3 }],
      tags: [{ value: 'upgrade', count: 3 }],
      technologies: [{ value: 'postgresql', count: 2 }],
    },
  },
})
