import { z } from 'zod'
import * as clientRoutes from './client-routes.ts'
import { endpoint } from './endpoint.ts'
import type { FilterFields } from './filter-fields.ts'
import { FilterQuery, RecordPage } from './pages.ts'
import { blockText, CalendarDate, lineText, oneOf, RecordedDate, sortBy, Timestamp, text } from './primitives.ts'
import { polarities } from './record-values.ts'
import * as routes from './routes.ts'

export const Polarity = oneOf(polarities).meta({ id: 'Polarity' })

export const ArticleMetadata = z
  .object({
    source_change: z.string().nullable().describe('Number of the change it comes from'),
    article_type: z.string().nullable().describe('`lesson` for a lesson article'),
    source_pir: z.string().nullable().describe('Reference of the review it comes from'),
    category: z.string().nullable().describe('What it is about'),
    subcategory: z.string().nullable().describe('Subject in more detail'),
    polarity: Polarity.nullable().describe('What kind of lesson'),
    tags: z.array(z.string()).describe('Free labels'),
    technologies: z.array(z.string()).describe('Technologies it concerns'),
    created: CalendarDate.describe('Date of writing'),
    author: z.string().nullable().describe('Who wrote it'),
  })
  .meta({ id: 'ArticleMetadata' })

/** A knowledge article (specification, section 2.2). */
export const Article = z
  .object({
    id: z.string().describe('Article identifier'),
    content: z.string().describe('The text, as Markdown'),
    metadata: ArticleMetadata.describe('Metadata of the article'),
    updated_at: Timestamp.describe('When it was last written'),
  })
  .meta({ id: 'Article' })
export type Article = z.infer<typeof Article>

const labels = z.array(lineText(64)).max(50, { error: 'must have at most 50 entries' })

const ArticleMetadataPatch = z
  .strictObject({
    source_change: lineText(64).nullable().describe('Number of the change it comes from'),
    article_type: lineText(64).nullable().describe('`lesson` for a lesson article'),
    source_pir: lineText(64).nullable().describe('Reference of the review it comes from'),
    category: lineText(64).nullable().describe('What it is about'),
    subcategory: lineText(64).nullable().describe('Subject in more detail'),
    polarity: Polarity.nullable().describe('What kind of lesson'),
    tags: labels.describe('Free labels'),
    technologies: labels.describe('Technologies it concerns'),
    created: RecordedDate.describe('Date of writing'),
    author: lineText(200).nullable().describe('Who wrote it'),
  })
  .partial()
  .meta({ id: 'ArticleMetadataPatch' })

export const NewArticle = z
  .strictObject({
    content: blockText(100_000).describe('The text, as Markdown'),
    metadata: ArticleMetadataPatch.optional().describe('Metadata of the article'),
  })
  .meta({ id: 'NewArticle' })
export type NewArticle = z.infer<typeof NewArticle>

export const ArticlePatch = z
  .strictObject({
    content: blockText(100_000).describe('The text, as Markdown'),
    metadata: ArticleMetadataPatch.describe('The metadata to change'),
  })
  .partial()
  .meta({ id: 'ArticlePatch' })
export type ArticlePatch = z.infer<typeof ArticlePatch>

export const articleFields = {
  id: { type: 'text', description: 'Article identifier' },
  content: { type: 'text', description: 'Text of the article' },
  'metadata.source_change': { type: 'text', isNumber: true, description: 'Number of the change it comes from' },
  'metadata.article_type': { type: 'text', description: 'Kind of article; lesson for a lesson' },
  'metadata.source_pir': { type: 'text', description: 'Reference of the review it comes from' },
  'metadata.category': { type: 'text', description: 'Category' },
  'metadata.subcategory': { type: 'text', description: 'Subcategory' },
  'metadata.polarity': { type: 'text', values: polarities, description: 'What kind of lesson' },
  'metadata.tags': { type: 'list', description: 'Tags; matches when the list contains the value' },
  'metadata.technologies': { type: 'list', description: 'Technologies; matches when the list contains the value' },
  'metadata.created': { type: 'date', description: 'Date of writing' },
  'metadata.author': { type: 'text', description: 'Who wrote it' },
  updated_at: { type: 'timestamp', description: 'When it was last written' },
} as const satisfies FilterFields

export const lessonFitKinds = ['service', 'technology', 'tag', 'text', 'type', 'votes'] as const

const LessonVotes = z
  .object({
    useful: z.int().min(0).describe('People who found it useful'),
    not_useful: z.int().min(0).describe('People who did not'),
    mine: z.boolean().nullable().describe('Vote of the caller for this change; null without one'),
  })
  .meta({ id: 'LessonVotes' })

/** An article of a list; `fit` is present when the list was requested with `for_change`. */
export const ListedArticle = Article.extend({
  fit: z
    .object({
      score: z.int().describe('Sum of the points'),
      reasons: z
        .array(
          z.object({
            kind: oneOf(lessonFitKinds).describe('What the points are for'),
            points: z.int().describe('What it adds to the score; negative when most found it not useful'),
            reason: z.string().describe('Why, in words'),
          }),
        )
        .describe('Why it fits'),
      votes: LessonVotes.describe('Earlier votes on it'),
    })
    .optional()
    .describe('How well it fits the change of `for_change`; only present with that parameter'),
}).meta({ id: 'ListedArticle' })
export type ListedArticle = z.infer<typeof ListedArticle>

const exampleArticle: Article = {
  id: 'KB0000031',
  content: '# Measure an upgrade on a full copy\n\nThe window was planned from a copy a tenth of the size.',
  metadata: {
    source_change: 'CHG0000042',
    article_type: 'lesson',
    source_pir: 'PIR-2026-0042',
    category: 'planning',
    subcategory: 'duration',
    polarity: 'negative',
    tags: ['upgrade', 'window'],
    technologies: ['postgresql'],
    created: '2026-03-09',
    author: 'Ines Marchetti',
  },
  updated_at: '2026-03-09T14:01:00.000Z',
}

const ArticleId = z.object({ id: z.string().min(1).max(64).describe('Article identifier') })

export const listArticles = endpoint({
  ...routes.listArticles,
  summary: 'Query and search knowledge articles',
  description:
    'Newest first; with `q`, best match first. See `total_count` and `Link` for further pages. With `for_change` the list has the lessons that fit that change by service, technology, tags, words and type, best fit first, each with the reasons in `fit`. Lessons from the change itself are left out, and at most the 500 likeliest lessons are compared. An unknown `for_change` is a 400.',
  access: { system: 'docs', scope: 'read' },
  query: z.strictObject({
    query: FilterQuery.optional(),
    q: text(500)
      .optional()
      .describe(
        'Words to search for; "quoted phrase", `or` and `-word` are supported. The name of a service also finds the articles of its changes',
      ),
    for_change: text(64)
      .optional()
      .describe(
        'Number of a change, such as one that is being planned: lists lessons that fit it. Cannot be combined with `sort`',
      ),
    sort: sortBy(['id', 'metadata.created', 'updated_at']).optional(),
    ...RecordPage,
  }),
  filterFields: articleFields,
  response: z.object({ total_count: z.int().min(0), articles: z.array(ListedArticle) }),
  errors: ['invalid_filter'],
  examples: {
    query: { query: 'metadata.source_pir = "PIR-2026-0042"' },
    response: { total_count: 1, articles: [exampleArticle] },
  },
})

export const getArticle = endpoint({
  ...routes.getArticle,
  summary: 'Get one knowledge article',
  access: { system: 'docs', scope: 'read' },
  params: ArticleId,
  response: Article,
  errors: ['not_found'],
  versioned: true,
  examples: { params: { id: 'KB0000031' }, response: exampleArticle },
})

export const createArticle = endpoint({
  ...routes.createArticle,
  summary: 'Publish a knowledge article',
  description: '`metadata.created` defaults to today (UTC).',
  access: { system: 'docs', scope: 'write' },
  body: NewArticle,
  response: Article,
  status: 201,
  versioned: true,
  examples: { body: { content: exampleArticle.content, metadata: exampleArticle.metadata }, response: exampleArticle },
})

export const updateArticle = endpoint({
  ...routes.updateArticle,
  summary: 'Change the text or the metadata of an article',
  description: 'Omitted fields stay as they are; null clears a value of the metadata.',
  access: { system: 'docs', scope: 'write' },
  params: ArticleId,
  body: ArticlePatch,
  bodyTypes: ['application/merge-patch+json'],
  response: Article,
  errors: ['not_found'],
  versioned: true,
  examples: {
    params: { id: 'KB0000031' },
    body: { metadata: { tags: ['upgrade', 'window', 'rehearsal'] } },
    response: { ...exampleArticle, metadata: { ...exampleArticle.metadata, tags: ['upgrade', 'window', 'rehearsal'] } },
  },
})

export const deleteArticle = endpoint({
  ...clientRoutes.deleteArticle,
  summary: 'Delete a knowledge article with its votes',
  description:
    'The published lesson of a review cannot be deleted: the response is 409. The history keeps the article.',
  access: { system: 'docs', scope: 'write', role: 'manager' },
  params: ArticleId,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  versioned: true,
  examples: { params: { id: 'KB0000031' } },
})
