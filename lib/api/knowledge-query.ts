import { z } from 'zod'
import { listArticles, Polarity } from '#lib/contracts/articles.ts'
import { FilterQuery } from '#lib/contracts/pages.ts'
import { text, wholeNumber } from '#lib/contracts/primitives.ts'

const Labels = z.string().max(2_000)

/** The URL parameters of the knowledge base; an article must have all labels of `tags` and `technologies`. */
export const KnowledgeQuery = z.object({
  q: text(500).optional(),
  type: text(64).optional(),
  polarity: Polarity.optional(),
  service: text(200).optional(),
  category: text(64).optional(),
  tags: Labels.optional(),
  technologies: Labels.optional(),
  query: FilterQuery.optional(),
  sort: listArticles.query.shape.sort,
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1),
  limit: wholeNumber(1, 100).default(20),
})
export type KnowledgeQuery = z.output<typeof KnowledgeQuery>
