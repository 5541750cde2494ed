import * as contract from '#lib/contracts/app/article-votes.ts'
import { getArticleVotes, voteOnArticle, withdrawArticleVote } from '#server/articles/votes.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getArticleVotes, async (ctx, { params, query }) => ({
  body: await getArticleVotes(ctx, { id: params.id, changeNumber: query.change_number }),
}))

export const PUT = route(contract.voteOnArticle, async (ctx, { params, body }) => ({
  body: await voteOnArticle(ctx, { id: params.id, changeNumber: body.change_number, isUseful: body.is_useful }),
}))

export const DELETE = route(contract.withdrawArticleVote, async (ctx, { params, query }) => ({
  body: await withdrawArticleVote(ctx, { id: params.id, changeNumber: query.change_number }),
}))
