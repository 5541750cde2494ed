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
import type { FieldSpecs } from './field-spec.ts'
import type { Notes } from './notes.ts'
import { defineTarget } from './target.ts'

const fields = {
  id: {
    read: readText,
    guesses: ['number', 'article_id', 'kb_number', 'id', 'slug', 'file_id'],
    isRequired: true,
    isCoalesced: true,
  },
  title: {
    read: readText,
    guesses: ['title', 'short_description', 'subject', 'name', 'file_title'],
    isCoalesced: true,
  },
  content: {
    read: readMarkdown,
    isMultiLine: true,
    guesses: ['content', 'body', 'markdown', 'text', 'html', 'wiki'],
    isRequired: true,
    insufficient: {
      snippet: 'These are search results, which hold only a part of each article; export the articles themselves.',
    },
  },
  article_type: { read: readText, guesses: ['metadata.article_type', 'article_type', 'type', 'kind'] },
  source_change: {
    read: readChangeName,
    isLenient: true,
    guesses: ['metadata.source_change', 'source_change', 'change', 'change_number', 'related_change'],
  },
  source_pir: { read: readText, guesses: ['metadata.source_pir', 'source_pir', 'pir', 'pir_reference', 'review'] },
  category: { read: readText, guesses: ['metadata.category', 'category', 'kb_category'] },
  subcategory: { read: readText, guesses: ['metadata.subcategory', 'subcategory', 'sub_category'] },
  polarity: { read: wordReader(polarityWords), values: polarities, guesses: ['metadata.polarity', 'polarity'] },
  tags: { read: readList, guesses: ['metadata.tags', 'tags', 'keywords', 'labels'] },
  technologies: { read: readList, guesses: ['metadata.technologies', 'technologies', 'technology', 'tech'] },
  created: {
    read: readDay,
    guesses: ['metadata.created', 'created', 'date', 'published', 'created_at', 'sys_created_on', 'publish_date'],
    isDate: true,
  },
  author: { read: readText, guesses: ['metadata.author', 'author', 'authors', 'written_by', 'sys_created_by'] },
} as const satisfies FieldSpecs

const labels = z.array(text(64)).max(50, { error: 'must have at most 50 entries' })

const limits = z.object({
  id: identifier(64),
  title: text(500).optional(),
  content: text(100_000),
  article_type: text(64).optional(),
  source_change: identifier(64).optional(),
  source_pir: identifier(64).nullable().default(null),
  category: text(64).optional(),
  subcategory: text(64).nullable().default(null),
  polarity: oneOf(polarities).nullable().default(null),
  tags: labels.optional(),
  technologies: labels.optional(),
  created: z.string().optional(),
  author: text(200).optional(),
})

/** Adds a missing title to the text, and fills empty fields from the text itself. */
function complete({ title, ...row }: z.output<typeof limits>, notes: Notes) {
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

const isKeptWhenEdited = true
/** Fields guessed from the text are written whenever the text is. */
const fromText = (field: string) => [field, 'content']

export const articles = defineTarget({
  entity: 'articles',
  table,
  key: 'id',
  fields,
  exported: ListedArticle,
  limits,
  complete,
  columns: [
    table.id,
    { column: table.content, fields: ['content', 'title'], isKeptWhenEdited },
    { column: table.sourceChange, fields: fromText('source_change'), isKeptWhenEdited },
    { column: table.articleType, fields: fromText('article_type'), isKeptWhenEdited },
    { column: table.sourcePir, isKeptWhenEdited },
    { column: table.category, fields: fromText('category'), isKeptWhenEdited },
    { column: table.subcategory, isKeptWhenEdited },
    { column: table.polarity, isKeptWhenEdited },
    { column: table.tags, fields: fromText('tags'), isKeptWhenEdited },
    { column: table.technologies, fields: fromText('technologies'), isKeptWhenEdited },
    { column: table.created, fields: fromText('created'), absent: 'today', isKeptWhenEdited },
    { column: table.author, fields: fromText('author'), isKeptWhenEdited },
  ],
  historyName: 'article',
  changeColumns: [table.sourceChange.name],
})
