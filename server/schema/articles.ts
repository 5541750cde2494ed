import { type SQL, sql } from 'drizzle-orm'
import { date, index, integer, type PgColumn, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { lessonMarks as marks } from '#lib/contracts/app/review-values.ts'
import type { polarities } from '#lib/contracts/record-values.ts'
import { changes } from './changes.ts'
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

const follows = { onDelete: 'cascade', onUpdate: 'cascade' } as const

/** What became of a lesson for a change. It goes with either of them, and follows the number of the change. */
export const lessonMarks = pgTable(
  'lesson_marks',
  {
    article: codePointText('article')
      .notNull()
      .references(() => articles.id, follows),
    change: codePointText('change')
      .notNull()
      .references(() => changes.number, follows),
    mark: codePointText('mark').$type<(typeof marks)[number]>().notNull(),
    /** E-mail address of the person who marked it last. */
    markedBy: codePointText('marked_by').notNull(),
    markedAt: moment('marked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.article, table.change] }), index('lesson_marks_change').on(table.change)],
)

/** The unstemmed words of an article's first line, usually its title, for prefix search. */
export function firstLineWords(content: PgColumn): SQL {
  return sql`to_tsvector('simple', ${searchable(sql`split_part(${content}, chr(10), 1)`)})`
}
