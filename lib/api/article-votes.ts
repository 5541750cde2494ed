import type * as votes from '#lib/contracts/app/article-votes.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The calls of the vote on an article, without the schemas of their contracts. */
const path = '/api/app/v1/articles/{id}/vote'

export const voteOnArticle = endpointHandle<typeof votes.voteOnArticle>({
  name: 'voteOnArticle',
  tag: 'Articles',
  method: 'PUT',
  path,
})

export const withdrawArticleVote = endpointHandle<typeof votes.withdrawArticleVote>({
  name: 'withdrawArticleVote',
  tag: 'Articles',
  method: 'DELETE',
  path,
})
