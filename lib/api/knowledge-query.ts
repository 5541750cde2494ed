import { z } from 'zod'
import { listArticleSummaries } from '#lib/contracts/app/article-summaries.ts'
import { Polarity } from '#lib/contracts/articles.ts'
import { text } from '#lib/contracts/primitives.ts'

const Labels = z.string().max(2_000).optional()

/** The URL parameters of the knowledge base; an article must have all labels of `tags` and `technologies`. */
export const KnowledgeQuery = listArticleSummaries.query
  .pick({ q: true, service: true, query: true, sort: true, page: true, limit: true })
  .extend({
    type: text(64).optional(),
    polarity: Polarity.optional(),
    category: text(64).optional(),
    tags: Labels,
    technologies: Labels,
  })
export type KnowledgeQuery = z.output<typeof KnowledgeQuery>
