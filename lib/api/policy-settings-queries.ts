import { listHolidays, listReviewerGroups, listServiceReviewers } from '#lib/contracts/admin-routes.ts'
import { endpointQuery } from './endpoint-query.ts'

/** Separate from `policy-queries.ts`, so that the form of a rule does not load them. */
export const holidaysQuery = endpointQuery(listHolidays, {})
export const groupsQuery = endpointQuery(listReviewerGroups, {})
export const servicesQuery = endpointQuery(listServiceReviewers, {})
