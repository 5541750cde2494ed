import type { ArticleSummary, listArticleSummaries as contract } from '#lib/contracts/app/articles.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { getArticleAdvice, getArticleSnippet } from '#lib/domain/articles/article-snippet.ts'
import { getArticleTitle } from '#lib/domain/articles/article-title.ts'
import { parseSearchWords } from '#lib/text/search-words.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listMarkedLessons } from './lesson-marks.ts'
import { listArticles } from './queries.ts'

/** A page of `listArticles` without the texts. Throws `invalid_filter`, `invalid_parameter`. */
export async function listArticleSummaries(
  ctx: Context,
  input: QueryOf<typeof contract>,
): Promise<Page<ArticleSummary>> {
  const { rows, total } = await listArticles(ctx, input)
  const words = parseSearchWords(input.q ?? '')
  const marked = input.for_change === undefined ? [] : await listMarkedLessons(ctx, input.for_change)
  const marks = new Map(marked.map(({ id, mark }) => [id, mark]))
  const summaries = rows.map(({ content, version: _, ...article }) => ({
    ...article,
    mark: marks.get(article.id),
    title: getArticleTitle(content),
    snippet: input.for_change === undefined ? getArticleSnippet(content, words) : getArticleAdvice(content),
  }))
  return { rows: summaries, total }
}
