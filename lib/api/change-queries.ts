import { findChangeDecision, listArticleSummaries, listChangeHistory } from '#lib/contracts/routes.ts'
import { printValue } from '#lib/filter/print.ts'
import { endpointQuery } from './endpoint-query.ts'

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
