import { inArray, type SQL, sql } from 'drizzle-orm'
import type { listArticles as contract, ListedArticle } from '#lib/contracts/articles.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { fitLessons, type LessonEvidence } from '#lib/domain/articles/fit-lessons.ts'
import { getChange } from '#server/changes/queries.ts'
import { invalidField, isAppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { englishWords, searchable } from '#server/schema/columns.ts'
import { listHighlightedWords, marks } from '#server/text-rarity/highlight.ts'
import { asPhrase, rarityTables } from '#server/text-rarity/word-rarity.ts'
import { joinChangeWords } from '#server/text-rarity/words-of-change.ts'
import { articleColumns, presentArticle } from './columns.ts'
import { buildArticleCondition } from './condition.ts'

/** An article with its version and, for a requested change, the reasons why it fits. */
export type OfferedArticle = ListedArticle & { readonly version: number }

type OfferRequest = QueryOf<typeof contract> & { readonly for_change: string }

/**
 * Lists a page of the lessons that fit a change, best fit first, each with its reasons. `query` and `q` filter them.
 * Throws `invalid_parameter` for an unknown change or with a `sort`, and `invalid_filter`.
 */
export async function offerLessons(ctx: Context, input: OfferRequest): Promise<Page<OfferedArticle>> {
  if (input.sort !== undefined) {
    throw invalidField('sort', 'query', 'cannot be combined with for_change: the best fit comes first')
  }
  const condition = buildArticleCondition(input)
  const change = await getPlannedChange(ctx, input.for_change)
  const fitting = fitLessons(await gatherLessonEvidence(ctx, change, condition))
  const page = fitting.slice((input.page - 1) * input.limit, input.page * input.limit)
  if (page.length === 0) return { rows: [], total: fitting.length }
  const rows = await ctx.db
    .select(articleColumns)
    .from(articles)
    .where(
      inArray(
        articles.id,
        page.map(({ lesson }) => lesson.id),
      ),
    )
  const articlesById = new Map(rows.map((row) => [row.id, presentArticle(row)]))
  return {
    rows: page.flatMap(({ lesson, fit }) => {
      const article = articlesById.get(lesson.id)
      return article ? [{ ...article, fit: { score: fit.score, reasons: [...fit.reasons] } }] : []
    }),
    total: fitting.length,
  }
}

async function getPlannedChange(ctx: Context, number: string) {
  try {
    return await getChange(ctx, number)
  } catch (error) {
    if (!isAppError(error) || error.code !== 'not_found') throw error
    throw invalidField('for_change', 'query', 'must be the number of a known change')
  }
}

/** Maximum lessons compared: first lessons for the services of the change, then the most similar by words. */
const maxCompared = 500
const contentShown = 4_000

type PossibleLesson = readonly [lesson: { id: string }, evidence: LessonEvidence]
type LessonRow = LessonEvidence & { readonly id: string; readonly marked: string }

/** Gathers evidence for the articles that may fit a change, newest first, without articles learnt from that change. */
async function gatherLessonEvidence(
  ctx: Context,
  change: ChangeRecord,
  condition: SQL | undefined,
): Promise<PossibleLesson[]> {
  const matchingLabels = (labels: SQL) =>
    sql`array(select distinct label from unnest(${labels}) label where change.words @@ ${asPhrase(sql`label`)} order by label)`
  const { rows } = await ctx.db.execute<LessonRow>(sql`
    with change as materialized (
      select ${englishWords(joinChangeWords(change))} as words,
        ${englishWords([change.title, ...change.affected_services].join('\n').replaceAll('\u0000', ' '))} as name,
        array(select unnest(${sql.param(change.affected_services)}::text[])) as services
    ),
    sample as materialized (select search from ${articles} order by created desc, id limit 2000),
    ${rarityTables(sql`(select name from change)`)},
    allowed as (
      select * from ${articles} where (${condition ?? sql`true`}) and source_change is distinct from ${change.number}
    ),
    possible as (
      select a.id, a.content, a.created,
        array(select service from unnest(source.affected_services) service where service = any(change.services) order by service) as services,
        (select service from unnest(change.services) service where a.search @@ ${asPhrase(sql`service`)} order by service limit 1) as named,
        ${matchingLabels(sql`a.technologies`)} as technologies, ${matchingLabels(sql`a.tags`)} as tags,
        case when source.type = ${change.type} then source.type end as same_type,
        coalesce((select sum(rarity) from rarity where lexeme = any(tsvector_to_array(a.search))), 0)::float8 as likeness
      from allowed a cross join change cross join common
        left join ${changes} source on source.number = a.source_change
      where a.search @@ common.words or source.affected_services && change.services
        or exists (select from unnest(a.technologies || a.tags) label where change.words @@ ${asPhrase(sql`label`)})
    ),
    compared as materialized (
      select * from possible order by cardinality(services) > 0 desc, likeness desc, created desc, id limit ${maxCompared}
    )
    select compared.id, services, named as "namedService", technologies, tags, same_type as "sameType", likeness,
      ts_headline('english', ${searchable(sql`left(content, ${contentShown})`)}, coalesce(common.words, ''::tsquery), ${marks.options}) as marked
    from compared cross join common
    order by created desc, compared.id`)
  return rows.map(({ id, marked, ...evidence }) => [{ id }, { ...evidence, words: listHighlightedWords(marked) }])
}
