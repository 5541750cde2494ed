import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import type { FilterFields } from './filter-fields.ts'
import { FilterQuery, RecordPage } from './pages.ts'
import {
  blockText,
  CalendarDate,
  identifier,
  lineText,
  oneOf,
  RecordedDate,
  sortBy,
  Timestamp,
  text,
} from './primitives.ts'
import { field, key, record, written } from './record.ts'
import { polarities } from './record-values.ts'

export const Polarity = oneOf(polarities).meta({ id: 'Polarity' })

const labels = z.array(lineText(64)).max(50, { error: 'must have at most 50 entries' })

const articleMetadata = record('ArticleMetadata', {
  source_change: written(z.string().nullable(), lineText(64), {
    description: 'Number of the change it comes from',
    example: 'CHG0000042',
    filter: { isNumber: true },
    columns: ['metadata.source_change', 'source_change', 'change', 'change_number', 'related_change'],
  }),
  article_type: written(z.string().nullable(), lineText(64), {
    description: '`lesson` for a lesson article',
    example: 'lesson',
    filter: { description: 'Kind of article; lesson for a lesson' },
    columns: ['metadata.article_type', 'article_type', 'type', 'kind'],
  }),
  source_pir: written(z.string().nullable(), lineText(64), {
    description: 'Reference of the review it comes from',
    example: 'PIR-2026-0042',
    columns: ['metadata.source_pir', 'source_pir', 'pir', 'pir_reference', 'review'],
  }),
  category: written(z.string().nullable(), lineText(64), {
    description: 'What it is about',
    example: 'planning',
    columns: ['metadata.category', 'category', 'kb_category'],
    servicenow: 'kb_category.label',
  }),
  subcategory: written(z.string().nullable(), lineText(64), {
    description: 'Subject in more detail',
    example: 'duration',
    columns: ['metadata.subcategory', 'subcategory', 'sub_category'],
  }),
  polarity: written(Polarity.nullable(), Polarity, {
    description: 'What kind of lesson',
    example: 'negative',
    columns: ['metadata.polarity', 'polarity'],
  }),
  tags: written(z.array(z.string()), labels, {
    description: 'Free labels',
    example: ['upgrade', 'window'],
    filter: { description: 'Tags; matches when the list contains the value' },
    columns: ['metadata.tags', 'tags', 'keywords', 'labels'],
    servicenow: 'meta',
  }),
  technologies: written(z.array(z.string()), labels, {
    description: 'Technologies it concerns',
    example: ['postgresql'],
    filter: { description: 'Technologies; matches when the list contains the value' },
    columns: ['metadata.technologies', 'technologies', 'technology', 'tech'],
  }),
  created: written(CalendarDate, RecordedDate, {
    description: 'Date of writing',
    example: '2026-03-09',
    columns: ['metadata.created', 'created', 'date', 'published', 'created_at', 'sys_created_on', 'publish_date'],
    servicenow: ['published', 'sys_created_on'],
  }),
  author: written(z.string().nullable(), lineText(200), {
    description: 'Who wrote it',
    example: 'Ines Marchetti',
    columns: ['metadata.author', 'author', 'authors', 'written_by', 'sys_created_by'],
    servicenow: 'author.name',
  }),
})

/** A knowledge article (specification, section 2.2). */
export const article = record('Article', {
  id: key(identifier(64), {
    description: 'Article identifier',
    example: 'KB0000031',
    columns: ['number', 'article_id', 'kb_number', 'id', 'slug', 'file_id'],
    servicenow: 'number',
  }),
  content: written(z.string(), blockText(100_000), {
    description: 'The text, as Markdown',
    example: '# Measure an upgrade on a full copy\n\nThe window was planned from a copy a tenth of the size.',
    isMultiLine: true,
    isRequired: true,
    columns: ['content', 'body', 'markdown', 'text', 'html', 'wiki'],
    servicenow: ['text', 'wiki'],
  }),
  metadata: field(articleMetadata.schema, {
    description: 'Metadata of the article',
    example: articleMetadata.example,
  }),
  updated_at: field(Timestamp, { description: 'When it was last written', example: '2026-03-09T14:01:00.000Z' }),
})
export const Article = article.schema
export type Article = z.infer<typeof Article>

/** The fields of an article that imports fill, with those of the metadata on the same level. */
export const flatArticleFields = { ...article.fields, ...articleMetadata.fields }

export const articleFields: FilterFields = {
  ...article.filterFields,
  ...Object.fromEntries(
    Object.entries(articleMetadata.filterFields).map(([name, one]) => [`metadata.${name}`, one] as const),
  ),
}

const ArticleMetadataPatch = z.strictObject(articleMetadata.writable.shape).meta({ id: 'ArticleMetadataPatch' })
const { sent: Content } = article.fields.content

export const NewArticle = z
  .strictObject({
    content: Content,
    metadata: ArticleMetadataPatch.optional().describe('Metadata of the article'),
  })
  .meta({ id: 'NewArticle' })
export type NewArticle = z.infer<typeof NewArticle>

export const ArticlePatch = z
  .strictObject({
    content: Content,
    metadata: ArticleMetadataPatch.describe('The metadata to change'),
  })
  .partial()
  .meta({ id: 'ArticlePatch' })
export type ArticlePatch = z.infer<typeof ArticlePatch>

export const lessonFitKinds = ['service', 'technology', 'tag', 'text', 'type'] as const

/** What a score consists of. */
export const FitReasons = z.array(
  z.object({
    kind: oneOf(lessonFitKinds).describe('What the points are for'),
    points: z.int().describe('What it adds to the score'),
    reason: z.string().describe('Why, in words'),
  }),
)

/** An article of a list; `fit` is present when the list was requested with `for_change`. */
export const ListedArticle = Article.extend({
  fit: z
    .object({
      score: z.int().describe('Sum of the points'),
      reasons: FitReasons.describe('Why it fits'),
    })
    .optional()
    .describe('How well it fits the change of `for_change`; only present with that parameter'),
}).meta({ id: 'ListedArticle' })
export type ListedArticle = z.infer<typeof ListedArticle>

export const ArticleId = z.object({ id: z.string().min(1).max(64).describe('Article identifier') })

const readers = endpointsFor('Articles', { system: 'docs', scope: 'read' }, '/api/docs/v1')
const writers = endpointsFor('Articles', { system: 'docs', scope: 'write' }, '/api/docs/v1')
const managingWriters = endpointsFor('Articles', { system: 'docs', scope: 'write', role: 'manager' }, '/api/docs/v1')

export const listArticles = readers.get('listArticles', '/articles', {
  summary: 'Query and search knowledge articles',
  description:
    'Newest first; with `q`, best match first. See `total_count` and `Link` for further pages. With `for_change` the list has the lessons that fit that change by service, technology, tags, words and type, best fit first, each with the reasons in `fit`. Lessons from the change itself are left out, and at most the 500 likeliest lessons are compared. An unknown `for_change` is a 400.',
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
  examples: {
    query: { query: 'metadata.source_pir = "PIR-2026-0042"' },
    response: { total_count: 1, articles: [article.example] },
  },
})

export const getArticle = readers.get('getArticle', '/articles/{id}', {
  summary: 'Get one knowledge article',
  params: ArticleId,
  response: Article,
  versioned: true,
  examples: { params: { id: 'KB0000031' } },
})

export const createArticle = writers.post('createArticle', '/articles', {
  summary: 'Publish a knowledge article',
  description: '`metadata.created` defaults to today, by the days of the organisation.',
  body: NewArticle,
  response: Article,
  status: 201,
  versioned: true,
  examples: {
    body: { content: article.example.content, metadata: article.example.metadata },
  },
})

export const updateArticle = writers.patch('updateArticle', '/articles/{id}', {
  summary: 'Change the text or the metadata of an article',
  description: 'Omitted fields stay as they are; null clears a value of the metadata.',
  params: ArticleId,
  body: ArticlePatch,
  bodyTypes: ['application/merge-patch+json'],
  response: Article,
  versioned: true,
  examples: {
    params: { id: 'KB0000031' },
    body: { metadata: { tags: ['upgrade', 'window', 'rehearsal'] } },
    response: {
      ...article.example,
      metadata: { ...article.example.metadata, tags: ['upgrade', 'window', 'rehearsal'] },
    },
  },
})

export const deleteArticle = managingWriters.delete('deleteArticle', '/articles/{id}', {
  summary: 'Delete a knowledge article',
  description:
    'The published lesson of a review cannot be deleted: the response is 409. The history keeps the article.',
  params: ArticleId,
  errors: ['not_found', 'conflict'],
  versioned: true,
  examples: { params: { id: 'KB0000031' } },
})
