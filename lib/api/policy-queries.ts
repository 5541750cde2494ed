import { listReviewers } from '#lib/contracts/routes.ts'
import { endpointQuery } from './endpoint-query.ts'

export const reviewersQuery = (search = '') => endpointQuery(listReviewers, { query: search ? { search } : {} })
