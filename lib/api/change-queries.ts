import {
  findChangeDecision,
  listArticleSummaries,
  listChangeHistory,
  listSimilarChanges,
} from '#lib/contracts/routes.ts'
import { printValue } from '#lib/filter/print.ts'
import { endpointQuery } from './endpoint-query.ts'

export const queryLessons = (number: string) => ({
  query: `metadata.source_change = ${printValue(number)}`,
  limit: 20,
})

export const lessonsQuery = (number: string) => endpointQuery(listArticleSummaries, { query: queryLessons(number) })

/** The lessons that fit a planned change best. */
export const queryOfferedLessons = (number: string) => ({ for_change: number, limit: 10 })

export const offeredLessonsQuery = (number: string) =>
  endpointQuery(listArticleSummaries, { query: queryOfferedLessons(number) })

export const similarChangesQuery = (number: string) => endpointQuery(listSimilarChanges, { params: { number } })

export const decisionQuery = (number: string) => endpointQuery(findChangeDecision, { params: { number } })

export const changeHistorySize = 20

export const historyQuery = (number: string, page: number) =>
  endpointQuery(listChangeHistory, { params: { number }, query: { page, limit: changeHistorySize } })
