import type * as articles from '#lib/contracts/articles.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The calls of the form of an article, without the schemas of their contracts. */
export const getArticle = endpointHandle<typeof articles.getArticle>({
  name: 'getArticle',
  tag: 'Articles',
  method: 'GET',
  path: '/api/docs/v1/articles/{id}',
})

export const createArticle = endpointHandle<typeof articles.createArticle>({
  name: 'createArticle',
  tag: 'Articles',
  method: 'POST',
  path: '/api/docs/v1/articles',
})

export const updateArticle = endpointHandle<typeof articles.updateArticle>({
  name: 'updateArticle',
  tag: 'Articles',
  method: 'PATCH',
  path: '/api/docs/v1/articles/{id}',
})
