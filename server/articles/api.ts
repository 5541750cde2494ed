import * as articles from '#lib/contracts/app/articles.ts'
import { route, routeTo, routeToList } from '#server/platform/api/route.ts'
import { countArticleFacets } from './facets.ts'
import { listMarkedLessons, markLesson } from './lesson-marks.ts'
import { listArticleSummaries } from './summaries.ts'

export const articlesApi = [
  routeTo(articles.listArticleFacets, (ctx, { query }) => countArticleFacets(ctx, query)),
  routeTo(articles.markLesson, (ctx, { params, body }) => markLesson(ctx, params, body.mark)),
  routeToList(articles.listMarkedLessons, (ctx, { params }) => listMarkedLessons(ctx, params.number)),
  route(articles.listArticleSummaries, async (ctx, { query }) => {
    const { rows, total } = await listArticleSummaries(ctx, query)
    return { body: { total_count: total, articles: rows }, paging: { page: query.page, limit: query.limit, total } }
  }),
]
