import type * as candidates from '#lib/contracts/app/candidates.ts'
import type * as changePeople from '#lib/contracts/app/change-people.ts'
import type * as cleanCheck from '#lib/contracts/app/clean-check.ts'
import type * as improvementEdits from '#lib/contracts/app/improvement-edits.ts'
import type * as signOff from '#lib/contracts/app/review-sign-off.ts'
import type * as reviews from '#lib/contracts/app/reviews.ts'
import type * as changes from '#lib/contracts/changes.ts'
import type * as improvements from '#lib/contracts/improvements.ts'
import type * as incidents from '#lib/contracts/incidents.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The calls of the pages of a review, without the schemas of their contracts. */
export const getChange = endpointHandle<typeof changes.getChange>({
  name: 'getChange',
  tag: 'Changes',
  method: 'GET',
  path: '/api/itsm/v1/changes/{number}',
})

export const getChangePeople = endpointHandle<typeof changePeople.getChangePeople>({
  name: 'getChangePeople',
  tag: 'Reviews',
  method: 'GET',
  path: '/api/app/v1/changes/{number}/people',
})

export const listIncidents = endpointHandle<typeof incidents.listIncidents>({
  name: 'listIncidents',
  tag: 'Incidents',
  method: 'GET',
  path: '/api/itsm/v1/incidents',
})

export const listCandidates = endpointHandle<typeof candidates.listCandidates>({
  name: 'listCandidates',
  tag: 'Reviews',
  method: 'GET',
  path: '/api/app/v1/changes/{number}/candidates',
})

export const listImprovements = endpointHandle<typeof improvements.listImprovements>({
  name: 'listImprovements',
  tag: 'Improvements',
  method: 'GET',
  path: '/api/itsm/v1/improvements',
})

export const deleteImprovement = endpointHandle<typeof improvementEdits.deleteImprovement>({
  name: 'deleteImprovement',
  tag: 'Improvements',
  method: 'DELETE',
  path: '/api/app/v1/improvements/{id}',
})

export const findReview = endpointHandle<typeof reviews.findReview>({
  name: 'findReview',
  tag: 'Reviews',
  method: 'GET',
  path: '/api/app/v1/changes/{number}/review',
})

export const startReview = endpointHandle<typeof reviews.startReview>({
  name: 'startReview',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/changes/{number}/review',
})

export const saveReviewStep = endpointHandle<typeof reviews.saveReviewStep>({
  name: 'saveReviewStep',
  tag: 'Reviews',
  method: 'PUT',
  path: '/api/app/v1/reviews/{reference}/steps/{step}',
})

export const publishLesson = endpointHandle<typeof reviews.publishLesson>({
  name: 'publishLesson',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/lessons/{key}/publication',
})

export const findCleanCheck = endpointHandle<typeof cleanCheck.findCleanCheck>({
  name: 'findCleanCheck',
  tag: 'Reviews',
  method: 'GET',
  path: '/api/app/v1/reviews/{reference}/clean-check',
})

export const chooseFullForm = endpointHandle<typeof cleanCheck.chooseFullForm>({
  name: 'chooseFullForm',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/full-form',
})

export const completeReview = endpointHandle<typeof reviews.completeReview>({
  name: 'completeReview',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/completion',
})

export const submitReview = endpointHandle<typeof signOff.submitReview>({
  name: 'submitReview',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/submission',
})

export const withdrawReview = endpointHandle<typeof signOff.withdrawReview>({
  name: 'withdrawReview',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/withdrawal',
})

export const signOffReview = endpointHandle<typeof signOff.signOffReview>({
  name: 'signOffReview',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/sign-off',
})

export const returnReview = endpointHandle<typeof signOff.returnReview>({
  name: 'returnReview',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/return',
})

export const reopenReview = endpointHandle<typeof signOff.reopenReview>({
  name: 'reopenReview',
  tag: 'Reviews',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/reopening',
})
