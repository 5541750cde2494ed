import type * as bulk from '#lib/contracts/app/review-bulk.ts'
import type * as worklist from '#lib/contracts/app/worklist.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The calls of the first page and of work on many reviews, without the schemas of their contracts. */
export const getWorklist = endpointHandle<typeof worklist.getWorklist>({
  name: 'getWorklist',
  tag: 'Reviews',
  method: 'GET',
  path: '/api/app/v1/worklist',
})

export const listReviewers = endpointHandle<typeof bulk.listReviewers>({
  name: 'listReviewers',
  tag: 'Reviews',
  method: 'GET',
  path: '/api/app/v1/reviewers',
})

export const assignReviews = endpointHandle<typeof bulk.assignReviews>({
  name: 'assignReviews',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/assignments',
})

export const remindReviewers = endpointHandle<typeof bulk.remindReviewers>({
  name: 'remindReviewers',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/reminders',
})

export const completeCleanReviews = endpointHandle<typeof bulk.completeCleanReviews>({
  name: 'completeCleanReviews',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/completions',
})
