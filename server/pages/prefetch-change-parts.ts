import type { QueryClient } from '@tanstack/react-query'
import { peopleNamesQuery, selectNamedEmails } from '#lib/api/people-names-query.ts'
import {
  changePeopleQuery,
  changeQuery,
  improvementsQuery,
  linkedIncidentsQuery,
  namedIncidentsQuery,
  originQuery,
  queryImprovements,
  queryIncidents,
  queryLinkedIncidents,
  queryNamedIncidents,
  relatedIncidentsQuery,
  reviewQuery,
} from '#lib/api/review-queries.ts'
import { getChangePeople } from '#lib/contracts/app/change-people.ts'
import { listPeopleNames } from '#lib/contracts/app/people-names.ts'
import { findRecordOrigin } from '#lib/contracts/app/record-origins.ts'
import { findReview } from '#lib/contracts/app/reviews.ts'
import { getChange } from '#lib/contracts/changes.ts'
import { listImprovements } from '#lib/contracts/improvements.ts'
import { listIncidents } from '#lib/contracts/incidents.ts'
import * as people from '#server/changes/get-change-people.ts'
import * as changes from '#server/changes/queries.ts'
import * as origins from '#server/history/record-origin.ts'
import * as improvements from '#server/improvements/queries.ts'
import * as incidents from '#server/incidents/queries.ts'
import * as names from '#server/people/names.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import * as reviews from '#server/reviews/record/queries.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'

const firstPage = { page: 1, limit: 1000 }

/** Prefetches a change with its people and origin, and its review if it has one. Throws `not_found`. */
export async function prefetchChangeAndReview(client: QueryClient, ctx: PageContext, number: string) {
  const [change, review] = await Promise.all([changes.getChange(ctx, number), reviews.findReview(ctx, number)])
  await Promise.all([
    prefetch(client, getChange, changeQuery(number), async () => change),
    prefetch(client, findReview, reviewQuery(number), async () => ({ review })),
    prefetch(client, getChangePeople, changePeopleQuery(number), () => people.getChangePeople(ctx, number)),
    prefetch(client, findRecordOrigin, originQuery('change', number), async () => ({
      origin: await origins.findRecordOrigin(ctx, 'change', number),
    })),
  ])
  return { change, review }
}

/** Prefetches the incidents that name a change. */
export const prefetchLinkedIncidents = (client: QueryClient, ctx: PageContext, number: string) =>
  prefetch(client, listIncidents, linkedIncidentsQuery(number), async () => {
    const query = { ...queryLinkedIncidents(number), ...firstPage }
    return toRecordList(await incidents.listIncidents(ctx, query), query).body
  })

/** Prefetches the incidents that name a change or that its review confirmed. */
export const prefetchChangeIncidents = (client: QueryClient, ctx: PageContext, number: string) =>
  prefetch(client, listIncidents, relatedIncidentsQuery(number), async () => {
    const query = { ...queryIncidents(number), ...firstPage }
    return toRecordList(await incidents.listIncidents(ctx, query), query).body
  })

/** Prefetches incidents by their numbers; no query for an empty list. */
export const prefetchNamedIncidents = (client: QueryClient, ctx: PageContext, numbers: readonly string[]) =>
  numbers.length > 0 &&
  prefetch(client, listIncidents, namedIncidentsQuery(numbers), async () => {
    const query = { ...queryNamedIncidents(numbers), ...firstPage }
    return toRecordList(await incidents.listIncidents(ctx, query), query).body
  })

/** Prefetches the improvement actions of a review, with the names of their owners. */
export async function prefetchActions(client: QueryClient, ctx: PageContext, reference: string): Promise<void> {
  const query = { ...queryImprovements(reference), ...firstPage }
  await prefetch(client, listImprovements, improvementsQuery(reference), async () => {
    return toRecordList(await improvements.listImprovements(ctx, query), query).body
  })
  const actions = client.getQueryData(improvementsQuery(reference).queryKey)?.result ?? []
  await prefetchPeopleNames(
    client,
    ctx,
    actions.map(({ owner }) => owner),
  )
}

/** Prefetches the names of people by their e-mails. */
export async function prefetchPeopleNames(
  client: QueryClient,
  ctx: PageContext,
  emails: readonly string[],
): Promise<void> {
  const emailsToName = selectNamedEmails(emails)
  if (emailsToName.length === 0) return
  await prefetch(client, listPeopleNames, peopleNamesQuery(emails), () => names.listPeopleNames(ctx, emailsToName))
}
