import { desc, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { titleReach } from '#lib/domain/articles/article-title.ts'
import { isNamedBy } from '#server/articles/condition.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { articles, firstLineWords } from '#server/schema/articles.ts'
import { maxResults, selectByNumber } from './by-number.ts'
import { prefixQuery } from './prefix-query.ts'

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

/**
 * Selects articles with the stemmed words in their text, best match first. Looking up a common word in the index takes
 * long, so it is skipped when the newest articles have enough matches.
 */
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
