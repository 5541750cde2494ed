import { QueryClient } from '@tanstack/react-query'
import {
  changeHistorySize,
  decisionQuery,
  historyQuery,
  lessonsQuery,
  offeredLessonsQuery,
  queryLessons,
  queryOfferedLessons,
  similarChangesQuery,
} from '#lib/api/change-queries.ts'
import { listArticleSummaries } from '#lib/contracts/app/article-summaries.ts'
import { listChangeHistory } from '#lib/contracts/app/history.ts'
import { findChangeDecision } from '#lib/contracts/app/policy.ts'
import { listSimilarChanges } from '#lib/contracts/app/similar-changes.ts'
import { isOpenChange, isPlanned } from '#lib/domain/change/planned-change.ts'
import * as articles from '#server/articles/summaries.ts'
import * as similar from '#server/changes/similar-changes.ts'
import * as history from '#server/history/queries.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import * as policy from '#server/policy/find-change-decision.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'
import { prefetchActions, prefetchChangeAndReview, prefetchChangeIncidents } from './prefetch-change-parts.ts'

/** Prefetches the data of the page of a change. Throws `not_found`. */
export async function prefetchChange(ctx: PageContext, number: string): Promise<QueryClient> {
  const client = new QueryClient()
  const { change, review } = await prefetchChangeAndReview(client, ctx, number)
  const reference = review?.reference ?? change.pir_reference
  const listLessons = async (query: Parameters<typeof articles.listArticleSummaries>[1]) => {
    const { rows, total } = await articles.listArticleSummaries(ctx, query)
    return { articles: rows, total_count: total }
  }
  await Promise.all([
    prefetch(client, findChangeDecision, decisionQuery(number), async () => ({
      decision: await policy.findChangeDecision(ctx, number),
    })),
    prefetchChangeIncidents(client, ctx, number),
    reference === null ? null : prefetchActions(client, ctx, reference),
    prefetch(client, listArticleSummaries, lessonsQuery(number), () =>
      listLessons({ ...queryLessons(number), page: 1 }),
    ),
    isPlanned(change)
      ? prefetch(client, listArticleSummaries, offeredLessonsQuery(number), () =>
          listLessons({ ...queryOfferedLessons(number), page: 1 }),
        )
      : null,
    isOpenChange(change) &&
      prefetch(client, listSimilarChanges, similarChangesQuery(number), async () => ({
        result: await similar.listSimilarChanges(ctx, number),
      })),
    prefetch(client, listChangeHistory, historyQuery(number, 1), async () => {
      const query = { page: 1, limit: changeHistorySize }
      return toRecordList(await history.listChangeHistory(ctx, number, query), query).body
    }),
  ])
  return client
}
