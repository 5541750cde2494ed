import { QueryClient } from '@tanstack/react-query'
import {
  candidatesIn,
  candidatesQuery,
  changeQuery,
  improvementsOf,
  improvementsQuery,
  incidentsNaming,
  linkedIncidentsQuery,
  reviewQuery,
} from '#lib/api/review-queries.ts'
import { listCandidates } from '#lib/contracts/app/candidates.ts'
import { findReview } from '#lib/contracts/app/reviews.ts'
import { getChange } from '#lib/contracts/changes.ts'
import { listImprovements } from '#lib/contracts/improvements.ts'
import { listIncidents } from '#lib/contracts/incidents.ts'
import { noWindow, searchedWindow } from '#lib/domain/incident-window.ts'
import * as candidates from '#server/candidates/queries.ts'
import * as changes from '#server/changes/queries.ts'
import { recordList } from '#server/http/list-reply.ts'
import * as improvements from '#server/improvements/queries.ts'
import * as incidents from '#server/incidents/queries.ts'
import * as reviews from '#server/reviews/queries.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'

const firstPage = { page: 1, limit: 1000 }

/** All that the pages of a change's review read, in process. Throws `not_found` when there is no such change. */
export async function prefetchReview(ctx: PageContext, number: string): Promise<QueryClient> {
  const client = new QueryClient()
  const [change, review] = await Promise.all([changes.getChange(ctx, number), reviews.findReview(ctx, number)])
  const form = review?.steps.incidents.form
  const range = searchedWindow(form ? { start: form.window_start, end: form.window_end } : noWindow)
  const listLinked = async () => {
    const query = { ...incidentsNaming(number), ...firstPage }
    return recordList(await incidents.listIncidents(ctx, query), query).body
  }
  const listActions = async (reference: string) => {
    const query = { ...improvementsOf(reference), ...firstPage }
    return recordList(await improvements.listImprovements(ctx, query), query).body
  }
  await Promise.all([
    prefetch(client, getChange, changeQuery(number), async () => change),
    prefetch(client, findReview, reviewQuery(number), async () => ({ review })),
    prefetch(client, listIncidents, linkedIncidentsQuery(number), listLinked),
    ...(review
      ? [
          prefetch(client, listImprovements, improvementsQuery(review.reference), () => listActions(review.reference)),
          prefetch(client, listCandidates, candidatesQuery(number, range), () =>
            candidates.listCandidates(ctx, number, candidatesIn(range)),
          ),
        ]
      : []),
  ])
  return client
}
