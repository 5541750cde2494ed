import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text } from '../primitives.ts'
import * as routes from '../routes.ts'

const ArticleId = z.object({ id: z.string().min(1).max(64).describe('Article identifier') })
const changeNumber = text(64)
  .optional()
  .describe('Number of the change that it was offered for; left out when it was read by itself')

const ArticleVotes = z
  .object({
    useful: z.int().min(0).describe('Votes that found it useful'),
    not_useful: z.int().min(0).describe('Votes that did not'),
    mine: z.boolean().nullable().describe('What the caller said, for this change; null when nothing'),
  })
  .meta({ id: 'ArticleVotes' })
export type ArticleVotes = z.infer<typeof ArticleVotes>

export const getArticleVotes = endpoint({
  ...routes.getArticleVotes,
  summary: 'How many found an article useful, and what the caller said',
  access: { role: 'viewer' },
  params: ArticleId,
  query: z.strictObject({ change_number: changeNumber }),
  response: ArticleVotes,
  errors: ['not_found'],
  examples: { params: { id: 'KB0000031' }, response: { useful: 4, not_useful: 1, mine: null } },
})

export const voteOnArticle = endpoint({
  ...routes.voteOnArticle,
  summary: 'Say whether an article was useful',
  description:
    'One vote for each person, article and change; another one takes its place. Votes count towards the rank at which the lesson is offered.',
  access: { role: 'viewer' },
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
  summary: 'Take a vote back; nothing happens when there is none',
  access: { role: 'viewer' },
  params: ArticleId,
  query: z.strictObject({ change_number: changeNumber }),
  response: ArticleVotes,
  errors: ['not_found'],
  examples: { params: { id: 'KB0000031' }, response: { useful: 4, not_useful: 1, mine: null } },
})
