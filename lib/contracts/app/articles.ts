import { z } from 'zod'
import { ArticleId, articleFields, ListedArticle, listArticles } from '#lib/contracts/articles.ts'
import { ChangeNumber } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { FilterQuery } from '#lib/contracts/pages.ts'
import { oneOf, Timestamp, text, wholeNumber } from '#lib/contracts/primitives.ts'
import { lessonMarks } from './review-values.ts'

const ArticleService = text(200).optional().describe('A service that the source change affected')

/** An article with title and snippet instead of its text, which may be long. */
const ArticleSummary = ListedArticle.omit({ content: true })
  .extend({
    title: z.string().describe('The first heading of the text, else its first line'),
    snippet: z
      .string()
      .describe(
        'The first paragraph, or the part around the first searched word; with `for_change`, what it advises; may be empty',
      ),
    mark: oneOf(lessonMarks)
      .optional()
      .describe('What became of it for the change of `for_change`; absent while nobody has said so'),
  })
  .meta({ id: 'ArticleSummary' })
export type ArticleSummary = z.infer<typeof ArticleSummary>

const viewers = endpointsFor('Articles', { role: 'viewer' })

export const listArticleSummaries = viewers.get('listArticleSummaries', '/articles', {
  summary: 'Query and search knowledge articles, with title and snippet instead of the text',
  description: 'Accepts the query of `listArticles` and a service; returns the articles in the same order.',
  query: listArticles.query.extend({
    service: ArticleService,
    limit: wholeNumber(1, 100).default(20).describe('Articles per page'),
  }),
  filterFields: articleFields,
  response: z.object({ total_count: z.int().min(0), articles: z.array(ArticleSummary) }),
  examples: {
    query: { q: 'upgrade' },
  },
})

const MarkedLesson = z
  .object({
    id: ListedArticle.shape.id,
    title: ArticleSummary.shape.title,
    mark: oneOf(lessonMarks).describe('Whether the change applied it'),
    marked_by: z.string().describe('E-mail address of the person who said so'),
    marked_at: Timestamp.describe('When'),
  })
  .meta({ id: 'MarkedLesson' })
export type MarkedLesson = z.infer<typeof MarkedLesson>

export const listMarkedLessons = viewers.get('listMarkedLessons', '/changes/{number}/lesson-marks', {
  summary: 'List the lessons that were marked as applied or not while a change was planned, in the order of the marks',
  params: ChangeNumber,
  response: z.object({ result: z.array(MarkedLesson) }),
})

const planners = endpointsFor('Articles', { role: 'reviewer', orOwner: true, onlyPeople: true })

export const markLesson = planners.put('markLesson', '/changes/{number}/lesson-marks/{id}', {
  params: ChangeNumber.extend(ArticleId.shape),
  body: z.strictObject({ mark: oneOf(lessonMarks).nullable() }),
  errors: ['not_found', 'conflict'],
})

const Facet = z.array(z.object({ value: z.string(), count: z.int().min(1) }))

const searchers = endpointsFor('Search', { role: 'viewer' })

export const listArticleFacets = searchers.get('listArticleFacets', '/article-facets', {
  summary: 'Count the articles of a search by facet value; at most 50 values per facet, most frequent first',
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
  examples: {
    query: { query: 'metadata.article_type = lesson', q: 'upgrade' },
  },
})
