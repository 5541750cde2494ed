import { QueryClient } from '@tanstack/react-query'
import {
  decisionQuery,
  historyQuery,
  historyShown,
  lessonsFor,
  lessonsOf,
  lessonsQuery,
  offeredLessonsQuery,
} from '#lib/api/change-queries.ts'
import {
  changeQuery,
  improvementsOf,
  improvementsQuery,
  incidentsNaming,
  linkedIncidentsQuery,
  reviewQuery,
} from '#lib/api/review-queries.ts'
import { listChangeHistory } from '#lib/contracts/app/history.ts'
import { findChangeDecision } from '#lib/contracts/app/policy.ts'
import { findReview } from '#lib/contracts/app/reviews.ts'
import { listArticles } from '#lib/contracts/articles.ts'
import { getChange } from '#lib/contracts/changes.ts'
import { listImprovements } from '#lib/contracts/improvements.ts'
import { listIncidents } from '#lib/contracts/incidents.ts'
import { isPlanned } from '#lib/domain/planned-change.ts'
import * as articles from '#server/articles/queries.ts'
import * as changes from '#server/changes/queries.ts'
import * as history from '#server/history/queries.ts'
import { recordList } from '#server/http/list-reply.ts'
import * as improvements from '#server/improvements/queries.ts'
import * as incidents from '#server/incidents/queries.ts'
import * as policy from '#server/policy/find-change-decision.ts'
import * as reviews from '#server/reviews/queries.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'

const firstPage = { page: 1, limit: 1000 }

/** All that the page of a change reads, in process. Throws `not_found` when there is no such change. */
export async function prefetchChange(ctx: PageContext, number: string): Promise<QueryClient> {
  const client = new QueryClient()
  const [change, review] = await Promise.all([changes.getChange(ctx, number), reviews.findReview(ctx, number)])
  const reference = review?.reference ?? change.pir_reference
  await Promise.all([
    prefetch(client, getChange, changeQuery(number), async () => change),
    prefetch(client, findReview, reviewQuery(number), async () => ({ review })),
    prefetch(client, findChangeDecision, decisionQuery(number), async () => ({
      decision: await policy.findChangeDecision(ctx, number),
    })),
    prefetch(client, listIncidents, linkedIncidentsQuery(number), async () => {
      const query = { ...incidentsNaming(number), ...firstPage }
      return recordList(await incidents.listIncidents(ctx, query), query).body
    }),
    reference === null
      ? null
      : prefetch(client, listImprovements, improvementsQuery(reference), async () => {
          const query = { ...improvementsOf(reference), ...firstPage }
          return recordList(await improvements.listImprovements(ctx, query), query).body
        }),
    prefetch(client, listArticles, lessonsQuery(number), async () => {
      const { rows, total } = await articles.listArticles(ctx, { ...lessonsOf(number), page: 1 })
      return { articles: rows, total_count: total }
    }),
    isPlanned(change)
      ? prefetch(client, listArticles, offeredLessonsQuery(number), async () => {
          const { rows, total } = await articles.listArticles(ctx, { ...lessonsFor(number), page: 1 })
          return { articles: rows, total_count: total }
        })
      : null,
    prefetch(client, listChangeHistory, historyQuery(number, 1), async () => {
      const query = { page: 1, limit: historyShown }
      return recordList(await history.listChangeHistory(ctx, number, query), query).body
    }),
  ])
  return client
}
