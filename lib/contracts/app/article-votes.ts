import { z } from 'zod'
import { endpoint } from '#lib/contracts/endpoint.ts'
import { text } from '#lib/contracts/primitives.ts'
import * as routes from '#lib/contracts/routes.ts'

const ArticleId = z.object({ id: z.string().min(1).max(64).describe('Article identifier') })
const changeNumber = text(64).optional().describe('Number of the change that it was offered for, if any')

const ArticleVotes = z
  .object({
    useful: z.int().min(0).describe('Useful votes'),
    not_useful: z.int().min(0).describe('Not useful votes'),
    mine: z.boolean().nullable().describe('Vote of the caller for this change; null without one'),
  })
  .meta({ id: 'ArticleVotes' })
export type ArticleVotes = z.infer<typeof ArticleVotes>

export const getArticleVotes = endpoint({
  ...routes.route('getArticleVotes', 'Articles', 'GET', '/api/app/v1/articles/{id}/vote'),
  summary: 'Get the votes on an article, and that of the caller',
  access: { role: 'viewer' },
  params: ArticleId,
  query: z.strictObject({ change_number: changeNumber }),
  response: ArticleVotes,
  errors: ['not_found'],
  examples: { params: { id: 'KB0000031' }, response: { useful: 4, not_useful: 1, mine: null } },
})

export const voteOnArticle = endpoint({
  ...routes.voteOnArticle,
  summary: 'Vote on whether an article was useful',
  description:
    'One vote per person, article and change; another vote replaces it. Votes influence the rank of the lesson when it is offered.',
  access: { role: 'viewer', onlyPeople: true, noAuditor: true },
  params: ArticleId,
  body: z.strictObject({
    is_useful: z.boolean({ error: 'must be true or false' }).describe('Whether it was useful'),
    change_number: changeNumber,
  }),
  response: ArticleVotes,
  errors: ['not_found'],
  examples: {
    params: { id: 'KB0000031' },
    body: { is_useful: true, change_number: 'CHG0000042' },
    response: { useful: 5, not_useful: 1, mine: true },
  },
})

export const withdrawArticleVote = endpoint({
  ...routes.withdrawArticleVote,
  summary: 'Withdraw a vote, if there is one',
  access: { role: 'viewer', onlyPeople: true, noAuditor: true },
  params: ArticleId,
  query: z.strictObject({ change_number: changeNumber }),
  response: ArticleVotes,
  errors: ['not_found'],
  examples: { params: { id: 'KB0000031' }, response: { useful: 4, not_useful: 1, mine: null } },
})
