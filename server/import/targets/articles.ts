import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { ListedArticle } from '#lib/contracts/articles.ts'
import { identifier, oneOf, text } from '#lib/contracts/primitives.ts'
import { polarities } from '#lib/contracts/record-values.ts'
import { articles as table } from '#server/schema/articles.ts'
import { readChangeName } from '../cells/change-number.ts'
import { readMarkdown } from '../cells/html-text.ts'
import { readDay } from '../cells/moment.ts'
import { readList, readText } from '../cells/text.ts'
import { polarityWords, wordReader } from '../cells/vocabulary.ts'
import { guessFromText } from './article-guesses.ts'
import type { Notes } from './notes.ts'
import { defineTarget, type RowOf, type TargetFields } from './target.ts'

const labels = z.array(text(64)).max(50, { error: 'must have at most 50 entries' })
/** Articles that people or API clients have edited keep their values. */
const isKeptWhenEdited = true

/** The column of a field that is guessed from the text, and written whenever the text is. */
const fromText = (column: PgColumn) => ({ column, alsoFrom: ['content'], isKeptWhenEdited })

const fields = {
  id: {
    read: readText,
    guesses: ['number', 'article_id', 'kb_number', 'id', 'slug', 'file_id'],
    isRequired: true,
    isCoalesced: true,
    limit: identifier(64),
    column: table.id,
  },
  title: {
    read: readText,
    guesses: ['title', 'short_description', 'subject', 'name', 'file_title'],
    isCoalesced: true,
    limit: text(500).optional(),
    column: null,
  },
  content: {
    read: readMarkdown,
    isMultiLine: true,
    guesses: ['content', 'body', 'markdown', 'text', 'html', 'wiki'],
    isRequired: true,
    insufficient: {
      snippet: 'These are search results, which hold only a part of each article; export the articles themselves.',
    },
    limit: text(100_000),
    column: { column: table.content, alsoFrom: ['title'], isKeptWhenEdited },
  },
  article_type: {
    read: readText,
    guesses: ['metadata.article_type', 'article_type', 'type', 'kind'],
    limit: text(64).optional(),
    column: fromText(table.articleType),
  },
  source_change: {
    read: readChangeName,
    isLenient: true,
    guesses: ['metadata.source_change', 'source_change', 'change', 'change_number', 'related_change'],
    limit: identifier(64).optional(),
    column: fromText(table.sourceChange),
    mentionsChange: 'known',
  },
  source_pir: {
    read: readText,
    guesses: ['metadata.source_pir', 'source_pir', 'pir', 'pir_reference', 'review'],
    limit: identifier(64).nullable().default(null),
    column: { column: table.sourcePir, isKeptWhenEdited },
  },
  category: {
    read: readText,
    guesses: ['metadata.category', 'category', 'kb_category'],
    limit: text(64).optional(),
    column: fromText(table.category),
  },
  subcategory: {
    read: readText,
    guesses: ['metadata.subcategory', 'subcategory', 'sub_category'],
    limit: text(64).nullable().default(null),
    column: { column: table.subcategory, isKeptWhenEdited },
  },
  polarity: {
    read: wordReader(polarityWords),
    values: polarities,
    guesses: ['metadata.polarity', 'polarity'],
    limit: oneOf(polarities).nullable().default(null),
    column: { column: table.polarity, isKeptWhenEdited },
  },
  tags: {
    read: readList,
    guesses: ['metadata.tags', 'tags', 'keywords', 'labels'],
    limit: labels.optional(),
    column: fromText(table.tags),
  },
  technologies: {
    read: readList,
    guesses: ['metadata.technologies', 'technologies', 'technology', 'tech'],
    limit: labels.optional(),
    column: fromText(table.technologies),
  },
  created: {
    read: readDay,
    guesses: ['metadata.created', 'created', 'date', 'published', 'created_at', 'sys_created_on', 'publish_date'],
    isDate: true,
    limit: z.string().optional(),
    column: { ...fromText(table.created), absent: 'today' },
  },
  author: {
    read: readText,
    guesses: ['metadata.author', 'author', 'authors', 'written_by', 'sys_created_by'],
    limit: text(200).optional(),
    column: fromText(table.author),
  },
} as const satisfies TargetFields

/** Adds a missing title to the text, and fills empty fields from the text itself. */
function complete({ title, ...row }: RowOf<typeof fields>, notes: Notes) {
  const isTitled = title === undefined || /^\s*#\s/.test(row.content)
  const content = isTitled ? row.content : `# ${title.replace(/\s+/g, ' ')}\n\n${row.content}`
  if (content.length > 100_000) return 'content must have at most 100,000 characters, its title included'
  const guesses = guessFromText(row.id, content)
  const type = row.article_type?.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
  if (row.created === undefined && guesses.created) notes.add(`created is ${guesses.created.from}`, row.id)
  if (type === undefined && guesses.isPostMortem)
    notes.add('article_type is post_mortem, as it is written as one', row.id)
  return {
    ...row,
    content,
    article_type: type ?? (guesses.isPostMortem ? 'post_mortem' : null),
    source_change: row.source_change ?? guesses.sourceChange ?? null,
    category: row.category ?? guesses.category ?? null,
    tags: row.tags ?? guesses.tags,
    technologies: row.technologies ?? guesses.technologies,
    created: row.created ?? guesses.created?.date ?? null,
    author: row.author ?? guesses.author ?? null,
  }
}

export const articles = defineTarget({
  entity: 'articles',
  table,
  key: 'id',
  fields,
  exported: ListedArticle,
  complete,
  historyName: 'article',
})
