import { and, desc, inArray, like, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { titleReach } from '#lib/domain/articles/article-title.ts'
import { isNamedBy } from '#server/articles/condition.ts'
import { containsText } from '#server/platform/db/filter-sql.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { articles, firstLineWords } from '#server/schema/articles.ts'
import { searchableWord } from '#server/schema/columns.ts'

/** Maximum results of each kind. */
export const maxResults = 6

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** True if the text may be part of a number: long enough for trigrams, with a digit. */
const isPartOfNumber = (text: string) => /^(?=.*\d)\S{3,}$/.test(text)

/** The exact number first, then numbers that start with it, then numbers that contain it; the highest first. */
export function selectByNumber(
  { db }: Context,
  q: string,
  { table, number, columns, otherNumber = number }: NumberedRecords,
): SQL {
  const spellings = [q, q.toUpperCase()]
  const startsWithIt = or(...spellings.map((text) => like(number, `${escapeLike(text)}%`)))
  const ranked = (place: number) => ({
    ...columns,
    number_key: sql`${number}`.as('number_key'),
    place: sql`${place}::int`.as('place'),
  })
  const exact = db
    .select(ranked(0))
    .from(table)
    .where(or(inArray(number, spellings), inArray(otherNumber, spellings)))
  const longer = db
    .select(ranked(1))
    .from(table)
    .where(and(startsWithIt, notInArray(number, spellings)))
    .orderBy(desc(number))
    .limit(maxResults)
  const containing = db
    .select(ranked(2))
    .from(table)
    .where(isPartOfNumber(q) ? sql`${containsText(number, q)} and not ${startsWithIt}` : sql`false`)
    .orderBy(desc(number))
    .limit(maxResults)
  const names = sql.join(
    Object.keys(columns).map((name) => sql.identifier(name)),
    sql`, `,
  )
  return sql`select ${names} from (${exact} union all (${longer}) union all (${containing})) numbered
    order by place, number_key desc limit ${maxResults}`
}

type NumberedRecords = {
  readonly table: PgTable
  readonly number: PgColumn
  /** Columns that a result shows. */
  readonly columns: Readonly<Record<string, PgColumn | SQL.Aliased>>
  /** A second number, which is only matched as a whole. */
  readonly otherNumber?: PgColumn
}

export type ArticleBeginning = { id: string; beginning: string }

/** Maximum matching articles that are ranked. For a word in more articles, any of them will do. */
const articlesCompared = 200
/** Number of newest articles that are searched first. For a common word they have enough matches. */
const articlesFirst = 1_000

export const selectArticlesById = (ctx: Context, q: string) =>
  selectByNumber(ctx, q, {
    table: articles,
    number: articles.id,
    columns: { id: articles.id, beginning: selectBeginning(articles.content) },
  })

/** Selects articles with the tag, the technology or the service of this name. */
export function selectArticlesByLabel({ db }: Context, label: string) {
  return db
    .select({ id: articles.id, beginning: selectBeginning(articles.content) })
    .from(articles)
    .where(isNamedBy(label))
    .orderBy(desc(articles.created), desc(articles.id))
    .limit(maxResults)
}

/** Selects articles with the words in their first line, as written, newest first. */
export function selectArticlesByFirstLine({ db }: Context, words: readonly string[]) {
  const matching = db
    .select({ id: articles.id, content: articles.content, created: articles.created })
    .from(articles)
    .where(sql`${firstLineWords(articles.content)} @@ ${prefixQuery(words, 'simple')}`)
    .limit(articlesCompared)
    .as('matching')
  return db
    .select({ id: matching.id, beginning: selectBeginning(matching.content) })
    .from(matching)
    .orderBy(desc(matching.created), desc(matching.id))
    .limit(maxResults)
}

/** Selects articles by their words. A common word takes long in the index; then the newest articles suffice. */
export function selectArticlesByText({ db }: Context, words: readonly string[]) {
  const searched = prefixQuery(words, 'english')
  const { id, content, search, created } = articles
  const columns = { id, content, search }
  const newest = db.select(columns).from(articles).orderBy(desc(created), desc(id)).limit(articlesFirst).as('newest')
  const recent = db
    .$with('recent')
    .as(db.select().from(newest).where(sql`${newest.search} @@ ${searched}`).limit(articlesCompared))
  const otherArticles = db
    .select(columns)
    .from(articles)
    .where(sql`(select count(*) from ${recent}) < ${articlesCompared} and ${search} @@ ${searched}
      and ${id} <> all(array(select id from ${recent}))`)
    .limit(articlesCompared)
  const matching = db.select().from(recent).unionAll(otherArticles).limit(articlesCompared).as('matching')
  return db
    .with(recent)
    .select({ id: matching.id, beginning: selectBeginning(matching.content) })
    .from(matching)
    .orderBy(desc(sql`ts_rank(${matching.search}, ${searched})`), matching.id)
    .limit(maxResults)
}

const selectBeginning = (content: PgColumn) => sql`left(${content}, ${titleReach})`.as('beginning')

/** Builds a prefix query for words, in a text search configuration. */
export function prefixQuery(words: readonly string[], configuration: 'simple' | 'english'): SQL {
  const terms = words.map((word) => `'${searchableWord(word).replace(/['\\]/g, '$&$&')}':*`).join(' & ')
  return sql`to_tsquery(${configuration}, ${terms})`
}
