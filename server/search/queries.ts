import { and, desc, eq, like, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { searchAll as contract } from '#lib/contracts/app/search.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { getArticleTitle } from '#lib/domain/articles/article-title.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { hasLeft } from '#server/platform/auth/leavers.ts'
import { containsText } from '#server/platform/db/filter-sql.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { nameWordsSql, users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'
import { countsAsOpen, reviews } from '#server/schema/reviews.ts'
import {
  type ArticleBeginning,
  escapeLike,
  maxResults,
  prefixQuery,
  selectArticlesByFirstLine,
  selectArticlesById,
  selectArticlesByLabel,
  selectArticlesByText,
  selectByNumber,
} from './find-articles.ts'

type SearchResult = ResponseOf<typeof contract>
/** Number of newest records of a kind whose titles are searched, which limits the time; lists find older ones. */
const titlesSearched = 10_000
/** Maximum people matched by words of their names. For a more common name, any of them will do. */
const peopleCompared = 1_000
/** Number of matches among the people added last at which the whole directory is not searched by words. */
const peopleEnough = 200

/** Sort key of the last record of a kind whose title is searched; null if all are searched. */
type OldestSearched = { readonly at: string; readonly id: string } | null

/** Finds records and people that match every word of `q`, at most six of each kind. */
export async function searchAll(ctx: Context, { q }: QueryOf<typeof contract>): Promise<SearchResult> {
  const words = q.split(/\s+/).filter((word) => word !== '')
  const oldest = await findOldestSearched(ctx)
  const { rows } = await ctx.db.execute<{
    by_number: SearchResult['changes']
    by_title: SearchResult['changes']
    reviews: SearchResult['reviews']
    incidents_by_number: SearchResult['incidents']
    incidents_by_text: SearchResult['incidents']
    people: SearchResult['people']
    improvements: SearchResult['improvements']
    by_id: ArticleBeginning[]
    by_label: ArticleBeginning[]
    by_first_line: ArticleBeginning[]
    by_text: ArticleBeginning[]
  }>(sql`select
    ${selectAsJson(changesByNumber(ctx, q))} as by_number,
    ${selectAsJson(changesByTitle(ctx, words, oldest.change))} as by_title,
    ${selectAsJson(reviewsByReference(ctx, q))} as reviews,
    ${selectAsJson(incidentsByNumber(ctx, q))} as incidents_by_number,
    ${selectAsJson(incidentsByText(ctx, words, oldest.incident))} as incidents_by_text,
    ${selectAsJson(peopleByName(ctx, q))} as people,
    ${selectAsJson(improvementsByTitle(ctx, words, oldest.improvement))} as improvements,
    ${selectAsJson(selectArticlesById(ctx, q))} as by_id,
    ${selectAsJson(selectArticlesByLabel(ctx, q))} as by_label,
    ${selectAsJson(selectArticlesByFirstLine(ctx, words))} as by_first_line,
    ${selectAsJson(selectArticlesByText(ctx, words))} as by_text`)
  const [found] = rows
  if (!found) throw new Error('The search returned no row.')
  return {
    changes: mergeByKey(({ number }) => number, found.by_number, found.by_title),
    reviews: found.reviews,
    incidents: mergeByKey(({ number }) => number, found.incidents_by_number, found.incidents_by_text),
    people: found.people,
    improvements: found.improvements,
    articles: mergeByKey(({ id }) => id, found.by_id, found.by_label, found.by_first_line, found.by_text).map(
      (article) => ({
        id: article.id,
        title: getArticleTitle(article.beginning),
      }),
    ),
  }
}

/** Joins the lists in their order, with each key once, and cuts the result. */
function mergeByKey<Item>(getKey: (item: Item) => string, ...lists: readonly (readonly Item[])[]): Item[] {
  const byKey = new Map<string, Item>()
  for (const item of lists.flat()) if (!byKey.has(getKey(item))) byKey.set(getKey(item), item)
  return [...byKey.values()].slice(0, maxResults)
}

const selectAsJson = (query: { getSQL(): SQL }) =>
  sql`(select coalesce(json_agg(found), '[]') from (${query.getSQL()}) found)`

/** Finds the oldest records whose titles are searched. PostgreSQL knows them at planning, so it can choose an index. */
async function findOldestSearched({
  db,
}: Context): Promise<{ change: OldestSearched; incident: OldestSearched; improvement: OldestSearched }> {
  const last = (table: PgTable, at: PgColumn, id: PgColumn) => sql`(
    select json_build_object('at', at::text, 'id', id) from (
      select ${at} as at, ${id} as id from ${table} order by ${at} desc, ${id} desc limit 1 offset ${titlesSearched - 1}
    ) last
  )`
  const { rows } = await db.execute<{
    change: OldestSearched
    incident: OldestSearched
    improvement: OldestSearched
  }>(sql`select
    ${last(changes, changes.createdAt, changes.number)} as change,
    ${last(incidents, incidents.openedAt, incidents.number)} as incident,
    ${last(improvements, improvements.createdAt, improvements.id)} as improvement`)
  return rows[0] ?? { change: null, incident: null, improvement: null }
}

const isSearched = (at: PgColumn, id: PgColumn, oldest: OldestSearched) =>
  oldest === null ? undefined : sql`(${at}, ${id}) >= (${oldest.at}::timestamptz, ${oldest.id})`

const containsAll = (text: PgColumn, words: readonly string[]) => and(...words.map((word) => containsText(text, word)))

const shownOfChange = { number: changes.number, title: changes.title, state: changes.state }

const changesByNumber = (ctx: Context, q: string) =>
  selectByNumber(ctx, q, {
    table: changes,
    number: changes.number,
    columns: shownOfChange,
    otherNumber: changes.pirReference,
  })

const shownOfReview = {
  reference: reviews.reference,
  status: reviews.status,
  change: sql`${reviews.changeNumber}`.as('change'),
  title: sql`(select ${changes.title} from ${changes} where ${changes.number} = ${reviews.changeNumber})`.as('title'),
}

const reviewsByReference = (ctx: Context, q: string) =>
  selectByNumber(ctx, q, { table: reviews, number: reviews.reference, columns: shownOfReview })

const shownOfIncident = {
  number: incidents.number,
  short_description: sql`${incidents.shortDescription}`.as('short_description'),
  state: incidents.state,
  change: sql`coalesce(${incidents.causedByChange}, ${incidents.relatedChange})`.as('change'),
  affected_service: sql`${incidents.affectedService}`.as('affected_service'),
}

const incidentsByNumber = (ctx: Context, q: string) =>
  selectByNumber(ctx, q, { table: incidents, number: incidents.number, columns: shownOfIncident })

function incidentsByText({ db }: Context, words: readonly string[], oldest: OldestSearched) {
  return db
    .select(shownOfIncident)
    .from(incidents)
    .where(
      and(isSearched(incidents.openedAt, incidents.number, oldest), containsAll(incidents.shortDescription, words)),
    )
    .orderBy(desc(incidents.openedAt), desc(incidents.number))
    .limit(maxResults)
}

function changesByTitle({ db }: Context, words: readonly string[], oldest: OldestSearched) {
  return db
    .select(shownOfChange)
    .from(changes)
    .where(and(isSearched(changes.createdAt, changes.number, oldest), containsAll(changes.title, words)))
    .orderBy(desc(changes.createdAt), desc(changes.number))
    .limit(maxResults)
}

/**
 * Selects people: those whose name starts with the text first, leavers last, then by name. Among the people added last,
 * words match anywhere in the name or e-mail; in the whole directory, they match beginnings of the words of the name
 * and the beginning of the e-mail. The index is slow for common names, so it is skipped when the people added last are
 * enough.
 */
function peopleByName({ db }: Context, q: string) {
  const folded = foldForSorting(q)
  const words = folded.split(' ')
  const columns = {
    id: users.id,
    name: users.name,
    email: users.email,
    nameKey: users.nameKey,
    isActive: users.isActive,
  }
  const newest = db
    .select(columns)
    .from(users)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(titlesSearched)
    .as('newest')
  const containsWord = (word: string) =>
    or(like(newest.nameKey, `%${escapeLike(word)}%`), like(sql`lower(${newest.email})`, `%${escapeLike(word)}%`))
  const matchingNewest = db
    .select()
    .from(newest)
    .where(and(...words.map(containsWord)))
  const recent = db.$with('recent').as(matchingNewest)
  const matchingPeople = db
    .select(columns)
    .from(users)
    .where(sql`(select count(*) from ${recent}) < ${peopleEnough}
      and ${nameWordsSql(users.nameKey)} @@ ${prefixQuery(words, 'simple')}`)
    .limit(peopleCompared)
  const withEmail = db
    .select(columns)
    .from(users)
    .where(like(users.email, `${escapeLike(folded)}%`))
    .orderBy(users.email, users.id)
    .limit(maxResults)
  return sql`with ${recent} as (${matchingNewest.getSQL()}) select id, name, email, ${hasLeft(sql`person.email`)} as has_left,
      (select count(*)::int from ${reviews} join ${changes} on ${eq(changes.number, reviews.changeNumber)}
        where reviewer = person.email and ${countsAsOpen}) as open_reviews
    from ((select * from ${recent}) union (${matchingPeople.getSQL()}) union (${withEmail.getSQL()})) person
    order by name_key like ${`${escapeLike(folded)}%`} desc, is_active desc, name_key, id limit ${maxResults}`
}

function improvementsByTitle({ db }: Context, words: readonly string[], oldest: OldestSearched) {
  const { createdAt, id, title, status } = improvements
  return db
    .select({ id, title, status })
    .from(improvements)
    .where(and(isSearched(createdAt, id, oldest), containsAll(improvements.title, words)))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxResults)
}
