import type { PgColumn } from 'drizzle-orm/pg-core'
import { flatArticleFields, ListedArticle } from '#lib/contracts/articles.ts'
import { text } from '#lib/contracts/primitives.ts'
import { readChangeName } from '#server/import/cells/change-number.ts'
import { readMarkdown } from '#server/import/cells/html-text.ts'
import { readText } from '#server/import/cells/text.ts'
import { createWordReader, polarityWords } from '#server/import/cells/vocabulary.ts'
import { articles as table } from '#server/schema/articles.ts'
import { guessFromText } from './article-guesses.ts'
import { toTargetFields } from './record-fields.ts'
import type { RowRemarks } from './remarks.ts'
import { defineTarget, type RowOf, type TargetFields } from './target.ts'

/** Articles that people or API clients have edited keep their values. */
const isKeptWhenEdited = true

/** The column of a field that is guessed from the text and written whenever the text is. */
const declareFromText = (column: PgColumn) => ({ column, alsoFrom: ['content'], isKeptWhenEdited })

const baseFields = toTargetFields(flatArticleFields, table)

const fields = {
  ...baseFields,
  id: { ...baseFields.id, isCoalesced: true },
  title: {
    read: readText,
    guesses: ['title', 'short_description', 'subject', 'name', 'file_title'],
    isCoalesced: true,
    limit: text(500).optional(),
    column: null,
  },
  content: {
    ...baseFields.content,
    read: readMarkdown,
    insufficient: {
      snippet: 'These are search results, which hold only a part of each article; export the articles themselves.',
    },
    column: { column: table.content, alsoFrom: ['title'], isKeptWhenEdited },
  },
  article_type: { ...baseFields.article_type, column: declareFromText(table.articleType) },
  source_change: {
    ...baseFields.source_change,
    read: readChangeName,
    isLenient: true,
    column: declareFromText(table.sourceChange),
    mentionsChange: 'known',
  },
  source_pir: { ...baseFields.source_pir, column: { column: table.sourcePir, isKeptWhenEdited } },
  category: { ...baseFields.category, column: declareFromText(table.category) },
  subcategory: { ...baseFields.subcategory, column: { column: table.subcategory, isKeptWhenEdited } },
  polarity: {
    ...baseFields.polarity,
    read: createWordReader(polarityWords),
    column: { column: table.polarity, isKeptWhenEdited },
  },
  tags: { ...baseFields.tags, column: declareFromText(table.tags) },
  technologies: { ...baseFields.technologies, column: declareFromText(table.technologies) },
  created: { ...baseFields.created, column: { ...declareFromText(table.created), absent: 'today' } },
  author: { ...baseFields.author, column: declareFromText(table.author) },
} as const satisfies TargetFields

/** Adds a missing title to the text, and fills empty fields from the text itself. */
function complete({ title, ...row }: RowOf<typeof fields>, remarks: RowRemarks) {
  const isTitled = title === undefined || /^\s*#\s/.test(row.content)
  const content = isTitled ? row.content : `# ${title.replace(/\s+/g, ' ')}\n\n${row.content}`
  if (content.length > 100_000) return 'content must have at most 100,000 characters, its title included'
  const guesses = guessFromText(row.id, content)
  const type = row.article_type?.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
  if (row.created === undefined && guesses.created) remarks.add(`created is ${guesses.created.from}`, row.id)
  if (type === undefined && guesses.isPostMortem)
    remarks.add('article_type is post_mortem, as it is written as one', row.id)
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

export const articleTarget = defineTarget({
  entity: 'articles',
  table,
  key: 'id',
  fields,
  exported: ListedArticle,
  complete,
  historyName: 'article',
})
