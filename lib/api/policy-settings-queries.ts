import { listHolidays } from '#lib/contracts/app/policy-calendar.ts'
import { listReviewerGroups, listServiceReviewers } from '#lib/contracts/app/policy-reviewers.ts'
import { endpointQuery } from './endpoint-query.ts'

/** Separate from `policy-queries.ts`, so that the form of a rule does not load them. */
export const holidaysQuery = endpointQuery(listHolidays, {})
export const groupsQuery = endpointQuery(listReviewerGroups, {})
export const servicesQuery = endpointQuery(listServiceReviewers, {})
