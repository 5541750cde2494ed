import { inArray } from 'drizzle-orm'
import type { listArticles as contract, ListedArticle } from '#lib/contracts/articles.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { fitLessons } from '#lib/domain/articles/fit-lessons.ts'
import { getChange } from '#server/changes/queries.ts'
import { invalidField, isAppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { articleColumns, presentArticle } from './columns.ts'
import { buildArticleCondition } from './condition.ts'
import { gatherLessonEvidence } from './lesson-evidence.ts'

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
