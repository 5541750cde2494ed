import { getArticleVotes, voteOnArticle, withdrawArticleVote } from '#lib/contracts/app/article-votes.ts'
import * as votes from '#server/articles/votes.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getArticleVotes, async (ctx, { params, query }) => ({
  body: await votes.getArticleVotes(ctx, { id: params.id, changeNumber: query.change_number }),
}))

export const PUT = route(voteOnArticle, async (ctx, { params, body }) => ({
  body: await votes.voteOnArticle(ctx, { id: params.id, changeNumber: body.change_number, isUseful: body.is_useful }),
}))

export const DELETE = route(withdrawArticleVote, async (ctx, { params, query }) => ({
  body: await votes.withdrawArticleVote(ctx, { id: params.id, changeNumber: query.change_number }),
}))
