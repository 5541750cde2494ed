import type * as comments from '#lib/contracts/app/comments.ts'
import type * as questions from '#lib/contracts/app/requester-questions.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The calls of the discussion of a review, without the schemas of their contracts. */
export const listComments = endpointHandle<typeof comments.listComments>({
  name: 'listComments',
  tag: 'Discussion',
  method: 'GET',
  path: '/api/app/v1/reviews/{reference}/comments',
})

export const addComment = endpointHandle<typeof comments.addComment>({
  name: 'addComment',
  tag: 'Discussion',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/comments',
})

export const editComment = endpointHandle<typeof comments.editComment>({
  name: 'editComment',
  tag: 'Discussion',
  method: 'PATCH',
  path: '/api/app/v1/comments/{id}',
})

export const deleteComment = endpointHandle<typeof comments.deleteComment>({
  name: 'deleteComment',
  tag: 'Discussion',
  method: 'DELETE',
  path: '/api/app/v1/comments/{id}',
})

export const listRequesterQuestions = endpointHandle<typeof questions.listRequesterQuestions>({
  name: 'listRequesterQuestions',
  tag: 'Discussion',
  method: 'GET',
  path: '/api/app/v1/reviews/{reference}/questions',
})

export const askRequester = endpointHandle<typeof questions.askRequester>({
  name: 'askRequester',
  tag: 'Discussion',
  method: 'POST',
  path: '/api/app/v1/reviews/{reference}/questions',
})
