import { QueryClient } from '@tanstack/react-query'
import { candidatesIn, candidatesQuery } from '#lib/api/review-queries.ts'
import { listCandidates } from '#lib/contracts/app/candidates.ts'
import { noWindow, searchedWindow } from '#lib/domain/incident-window.ts'
import * as candidates from '#server/candidates/queries.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'
import {
  prefetchActions,
  prefetchChangeAndReview,
  prefetchLinkedIncidents,
  prefetchNamedIncidents,
} from './prefetch-change-parts.ts'

/** Prefetches the data of the review pages of a change. Throws `not_found` when there is no such change. */
export async function prefetchReview(ctx: PageContext, number: string): Promise<QueryClient> {
  const client = new QueryClient()
  const { review } = await prefetchChangeAndReview(client, ctx, number)
  const form = review?.steps.incidents.form
  const range = searchedWindow(form ? { start: form.window_start, end: form.window_end } : noWindow)
  const listRanked = () => candidates.listCandidates(ctx, number, candidatesIn(range))
  const decided = form?.decisions.map(({ incident }) => incident) ?? []
  await Promise.all([
    prefetchLinkedIncidents(client, ctx, number),
    prefetchNamedIncidents(client, ctx, decided),
    review && prefetchActions(client, ctx, review.reference),
    review && prefetch(client, listCandidates, candidatesQuery(number, range), listRanked),
  ])
  return client
}
