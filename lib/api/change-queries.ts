import { endpointHandle } from '#lib/api/endpoint-handle.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type * as articleSummaries from '#lib/contracts/app/article-summaries.ts'
import type * as history from '#lib/contracts/app/history.ts'
import type * as policy from '#lib/contracts/app/policy.ts'
import { printValue } from '#lib/filter/print.ts'

const listArticleSummaries = endpointHandle<typeof articleSummaries.listArticleSummaries>({
  name: 'listArticleSummaries',
  tag: 'Articles',
  method: 'GET',
  path: '/api/app/v1/articles',
})

const listChangeHistory = endpointHandle<typeof history.listChangeHistory>({
  name: 'listChangeHistory',
  tag: 'History',
  method: 'GET',
  path: '/api/app/v1/changes/{number}/history',
})

const findChangeDecision = endpointHandle<typeof policy.findChangeDecision>({
  name: 'findChangeDecision',
  tag: 'Policy',
  method: 'GET',
  path: '/api/app/v1/changes/{number}/decision',
})

/** What the page of a change reads beside `review-queries.ts`, for its components and for the prefetch alike. */
export const lessonsOf = (number: string) => ({
  query: `metadata.source_change = ${printValue(number)}`,
  limit: 20,
})

export const lessonsQuery = (number: string) => endpointQuery(listArticleSummaries, { query: lessonsOf(number) })

/** What is asked for a change that is being planned: the lessons that fit it best. */
export const lessonsFor = (number: string) => ({ for_change: number, limit: 10 })

export const offeredLessonsQuery = (number: string) =>
  endpointQuery(listArticleSummaries, { query: lessonsFor(number) })

/** What the policy decided of a change. */
export const decisionQuery = (number: string) => endpointQuery(findChangeDecision, { params: { number } })

/** Entries of the history that are shown at once. */
export const historyShown = 20

export const historyQuery = (number: string, page: number) =>
  endpointQuery(listChangeHistory, { params: { number }, query: { page, limit: historyShown } })
