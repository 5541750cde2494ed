import type { OriginKind } from '#lib/contracts/app/changes.ts'
import {
  findChangeDecision,
  findCleanCheck,
  findRecordOrigin,
  findReview,
  getChange,
  getChangePeople,
  getSignOff,
  listArticleSummaries,
  listAttachments,
  listCandidates,
  listChangeHistory,
  listComments,
  listImprovements,
  listIncidents,
  listMarkedLessons,
  listPeopleNames,
  listRequesterQuestions,
  listReviewProposals,
  listReviewVersions,
  listSimilarChanges,
} from '#lib/contracts/routes.ts'
import type { IncidentWindow } from '#lib/domain/change/incident-window.ts'
import { printValue } from '#lib/filter/print.ts'
import { filterLimits } from '#lib/filter/syntax-tree.ts'
import { endpointQuery } from './endpoint-query.ts'

/** Queries of the review pages, for their components and for their prefetch. */
export const changeQuery = (number: string) => endpointQuery(getChange, { params: { number } })

export const originQuery = (kind: OriginKind, number: string) =>
  endpointQuery(findRecordOrigin, { params: { kind, number } })
export const changePeopleQuery = (number: string) => endpointQuery(getChangePeople, { params: { number } })

export const reviewQuery = (number: string) => endpointQuery(findReview, { params: { number } })

export const queryImprovements = (reference: string) => ({
  query: `source_ref = ${printValue(reference)}`,
  sort: 'target_date' as const,
})

export const improvementsQuery = (reference: string) =>
  endpointQuery(listImprovements, { query: queryImprovements(reference) })

/** Incidents that name a change as their cause. */
export const linkedIncidentsQuery = (change: string) =>
  endpointQuery(listIncidents, { query: { query: `related_change = ${printValue(change)}`, sort: 'opened_at' } })

/** The input for incidents that name a change or that its review confirmed. */
export const queryIncidents = (change: string) => ({
  query: `related_change = ${printValue(change)} OR caused_by_change = ${printValue(change)}`,
  sort: 'opened_at' as const,
})

export const relatedIncidentsQuery = (change: string) => endpointQuery(listIncidents, { query: queryIncidents(change) })

/** Candidates in a window; without one, in the default window. `service` is for a change that names none. */
export const candidatesQuery = (number: string, { start: from, end: to }: IncidentWindow, service = '') => {
  const window = from !== null && to !== null ? { from, to } : {}
  const query = { ...window, limit: 100, ...(service !== '' && { service }) }
  return endpointQuery(listCandidates, { params: { number }, query })
}

/** The filter of all incidents in a window. */
export const queryWindow = ({ start, end }: IncidentWindow) =>
  `opened_at >= ${printValue(start ?? '')} AND opened_at <= ${printValue(end ?? '')}`

export const windowIncidentsQuery = (window: IncidentWindow, limit: number) =>
  endpointQuery(listIncidents, { query: { query: queryWindow(window), limit } })

export const cleanCheckQuery = (reference: string) => endpointQuery(findCleanCheck, { params: { reference } })

/** The input for incidents by number; at most as many as a filter allows. */
export const queryNamedIncidents = (numbers: readonly string[]) => ({
  query: `number IN (${numbers.slice(0, filterLimits.values).map(printValue).join(', ')})`,
})

export const namedIncidentsQuery = (numbers: readonly string[]) => ({
  ...endpointQuery(listIncidents, { query: queryNamedIncidents(numbers) }),
  enabled: numbers.length > 0,
})

export const attachmentsQuery = (reference: string) => endpointQuery(listAttachments, { query: { of: reference } })

export const questionsQuery = (reference: string) => endpointQuery(listRequesterQuestions, { params: { reference } })

export const commentsQuery = (reference: string) => endpointQuery(listComments, { params: { reference } })

export const proposalsQuery = (reference: string) => endpointQuery(listReviewProposals, { params: { reference } })

export const signOffQuery = (reference: string) => endpointQuery(getSignOff, { params: { reference } })

export const versionsQuery = (reference: string) => endpointQuery(listReviewVersions, { params: { reference } })

/** The e-mail addresses whose names are queried: the first 100 in alphabetical order. */
export const selectNamedEmails = (emails: readonly string[]): string[] =>
  [...new Set(emails)]
    .filter((email) => email.includes('@'))
    .toSorted()
    .slice(0, 100)

export const peopleNamesQuery = (emails: readonly string[]) =>
  endpointQuery(listPeopleNames, { query: { emails: selectNamedEmails(emails).join(',') } })

export const queryLessons = (number: string) => ({ query: `metadata.source_change = ${printValue(number)}`, limit: 20 })

export const lessonsQuery = (number: string) => endpointQuery(listArticleSummaries, { query: queryLessons(number) })

/** The lessons that fit a planned change best. */
export const offeredLessonsQuery = (number: string) =>
  endpointQuery(listArticleSummaries, { query: { for_change: number, limit: 10 } })

export const markedLessonsQuery = (number: string) => endpointQuery(listMarkedLessons, { params: { number } })

export const similarChangesQuery = (number: string) => endpointQuery(listSimilarChanges, { params: { number } })

export const decisionQuery = (number: string) => endpointQuery(findChangeDecision, { params: { number } })

export const changeHistorySize = 20

export const historyQuery = (number: string, page: number) =>
  endpointQuery(listChangeHistory, { params: { number }, query: { page, limit: changeHistorySize } })
