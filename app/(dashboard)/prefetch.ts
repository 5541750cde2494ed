import { type DataTag, QueryClient } from '@tanstack/react-query'
import { GET as getAttachments } from '#app/api/itsm/v1/attachments/route.ts'
import { GET as getChange } from '#app/api/itsm/v1/changes/[number]/route.ts'
import { GET as getImprovement } from '#app/api/itsm/v1/improvements/[id]/route.ts'
import { GET as getImprovements } from '#app/api/itsm/v1/improvements/route.ts'
import { GET as getIncidents } from '#app/api/itsm/v1/incidents/route.ts'
import { type buildEndpointKey, endpointQuery } from '#lib/api/endpoint-query.ts'
import { factorsQuery, repeatedFactorsQuery } from '#lib/api/factor-queries.ts'
import * as queries from '#lib/api/review-queries.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { listReviewIssueLinks } from '#lib/contracts/routes.ts'
import { toSearchWindow } from '#lib/domain/change/incident-window.ts'
import { isOpenChange, isPlanned } from '#lib/domain/change/planned-change.ts'
import { listCommentsOnReview } from '#server/discussion/comments.ts'
import { pageApi } from '#server/page-api.ts'
import type { PageContext } from '#server/pages/page-context.ts'
import { log } from '#server/platform/log/log.ts'

type PageQuery<Data> = { readonly queryKey: DataTag<ReturnType<typeof buildEndpointKey>, Data, Error> }

const handlers = new Map(
  [...pageApi, getAttachments, getChange, getImprovement, getImprovements, getIncidents].flatMap((handler) =>
    handler.endpoint.method === 'GET' ? [[handler.endpoint.path, handler] as const] : [],
  ),
)

/** Stores the response that a component will request, from the handler of its endpoint. Throws what that throws. */
const load = <Data>(client: QueryClient, ctx: PageContext, { queryKey }: PageQuery<Data>): Promise<Data> =>
  client.fetchQuery({
    queryKey,
    queryFn: async () => {
      const [, path, params, query] = queryKey
      const handler = handlers.get(path)
      if (!handler) throw new Error(`No page can ask for ${path}: add its handler.`)
      return (await handler.answer(ctx, { params, query })) as Data
    },
    retry: false,
  })

/**
 * Stores the responses that the components of a page will request; an absent query is left out. A failure is logged:
 * the component requests it again and shows the error.
 */
export async function prefetch(
  client: QueryClient,
  ctx: PageContext,
  ...asked: readonly (PageQuery<unknown> | false | null | undefined)[]
): Promise<void> {
  const loadLogged = (query: PageQuery<unknown>) =>
    load(client, ctx, query).catch((err) => log.warn({ err, operation: query.queryKey[1] }, 'prefetch failed'))
  await Promise.all(asked.map((query) => query && loadLogged(query)))
}

/** Prefetches the data of the page of a change. Throws `not_found`. */
export async function prefetchChange(ctx: PageContext, number: string): Promise<QueryClient> {
  const client = new QueryClient()
  const [change, { review }] = await loadChangeAndReview(client, ctx, number)
  const reference = review?.reference ?? change.pir_reference
  await Promise.all([
    reference !== null && prefetchActions(client, ctx, reference),
    prefetch(
      client,
      ctx,
      ...recordQueries(number),
      queries.decisionQuery(number),
      queries.relatedIncidentsQuery(number),
      queries.lessonsQuery(number),
      isPlanned(change) && repeatedFactorsQuery(number),
      isPlanned(change) && queries.offeredLessonsQuery(number),
      isOpenChange(change) && queries.similarChangesQuery(number),
      queries.historyQuery(number, 1),
    ),
  ])
  return client
}

/** Prefetches the data of the review pages of a change. Throws `not_found`. */
export async function prefetchReview(ctx: PageContext, number: string): Promise<QueryClient> {
  const client = new QueryClient()
  const [, { review }] = await loadChangeAndReview(client, ctx, number)
  await Promise.all([
    prefetch(client, ctx, ...recordQueries(number), queries.linkedIncidentsQuery(number)),
    review && prefetchActions(client, ctx, review.reference),
    review && prefetchComments(client, ctx, review.reference),
    review && prefetch(client, ctx, ...listReviewQueries(review)),
  ])
  return client
}

const recordQueries = (number: string) => [queries.changePeopleQuery(number), queries.originQuery('change', number)]

function listReviewQueries({ reference, change_number: number, steps, completions, submitted_by, ...review }: Review) {
  const { window_start: start, window_end: end, decisions } = steps.incidents.form
  const decided = decisions.map(({ incident }) => incident)
  return [
    decided.length > 0 && queries.namedIncidentsQuery(decided),
    queries.candidatesQuery(number, toSearchWindow({ start, end })),
    endpointQuery(listReviewIssueLinks, { params: { reference } }),
    queries.markedLessonsQuery(number),
    queries.attachmentsQuery(reference),
    queries.questionsQuery(reference),
    queries.signOffQuery(reference),
    completions > 0 && queries.versionsQuery(reference),
    queries.selectNamedEmails([submitted_by ?? '']).length > 0 && queries.peopleNamesQuery([submitted_by ?? '']),
    ...(isLocked(review)
      ? []
      : [
          queries.cleanCheckQuery(reference),
          queries.proposalsQuery(reference),
          factorsQuery,
          repeatedFactorsQuery(number),
        ]),
  ]
}

const loadChangeAndReview = (client: QueryClient, ctx: PageContext, number: string) =>
  Promise.all([load(client, ctx, queries.changeQuery(number)), load(client, ctx, queries.reviewQuery(number))])

/** Prefetches the improvement actions of a review, with the names of their owners. */
async function prefetchActions(client: QueryClient, ctx: PageContext, reference: string): Promise<void> {
  const actions = queries.improvementsQuery(reference)
  await prefetch(client, ctx, actions)
  const owners = client.getQueryData(actions.queryKey)?.result.map(({ owner }) => owner) ?? []
  await prefetch(client, ctx, queries.selectNamedEmails(owners).length > 0 && queries.peopleNamesQuery(owners))
}

/**
 * Prefetches comments without the people who can be mentioned: that may be everybody, and only an opened discussion
 * requests them.
 */
async function prefetchComments(client: QueryClient, ctx: PageContext, reference: string): Promise<void> {
  const result = await listCommentsOnReview(ctx, reference)
  client.setQueryData(queries.commentsQuery(reference).queryKey, { result, people: [] })
}
