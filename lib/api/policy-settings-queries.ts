import { listHolidays } from '#lib/contracts/app/policy-calendar.ts'
import { listReviewerGroups, listServiceReviewers } from '#lib/contracts/app/policy-reviewers.ts'
import { endpointQuery } from './endpoint-query.ts'

/** What the page of the policy reads beside its rules; apart from them, so that the form of a rule need not load it. */
export const holidaysQuery = endpointQuery(listHolidays, {})
export const groupsQuery = endpointQuery(listReviewerGroups, {})
export const servicesQuery = endpointQuery(listServiceReviewers, {})
