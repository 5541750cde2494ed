import { type SQL, sql } from 'drizzle-orm'
import { date, index, integer, type PgColumn, pgTable, text } from 'drizzle-orm/pg-core'
import type { polarities } from '#lib/contracts/record-values.ts'
import { codePointText, englishWords, moment, numberKeySql, searchable, searchVector, trigrams } from './columns.ts'

export const articles = pgTable(
  'articles',
  {
    id: codePointText('id').primaryKey(),
    content: text('content').notNull(),
    sourceChange: codePointText('source_change'),
    articleType: codePointText('article_type'),
    sourcePir: codePointText('source_pir'),
    category: codePointText('category'),
    subcategory: codePointText('subcategory'),
    polarity: codePointText('polarity').$type<(typeof polarities)[number]>(),
    tags: text('tags').array().notNull(),
    technologies: text('technologies').array().notNull(),
    created: date('created', { mode: 'string' }).notNull(),
    author: text('author'),
    search: searchVector('search').generatedAlwaysAs((): SQL => englishWords(sql`content`)),
    origin: text('origin').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('articles_created').on(table.created, table.id),
    index('articles_by_updated_at').on(table.updatedAt, table.id),
    index('articles_source_change').on(table.sourceChange),
    index('articles_source_change_key').on(numberKeySql(table.sourceChange)),
    index('articles_source_pir').on(table.sourcePir),
    index('articles_id_text').using('gin', trigrams(table.id)),
    index('articles_search').using('gin', table.search),
    index('articles_first_line').using('gin', firstLineWords(table.content)),
    index('articles_tags').using('gin', table.tags),
    index('articles_technologies').using('gin', table.technologies),
  ],
)

/** The unstemmed words of an article's first line, usually its title, for prefix search. */
export function firstLineWords(content: PgColumn): SQL {
  return sql`to_tsvector('simple', ${searchable(sql`split_part(${content}, chr(10), 1)`)})`
}
