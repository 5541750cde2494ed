import * as articleFacets from '#lib/contracts/app/article-facets.ts'
import * as articleSummaries from '#lib/contracts/app/article-summaries.ts'
import * as articleVotes from '#lib/contracts/app/article-votes.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { countArticleFacets } from './facets.ts'
import { listArticleSummaries } from './summaries.ts'
import { getArticleVotes, voteOnArticle, withdrawArticleVote } from './votes.ts'

export const articlesApi = [
  routeTo(articleFacets.listArticleFacets, (ctx, { query }) => countArticleFacets(ctx, query)),
  routeTo(articleVotes.getArticleVotes, (ctx, { params, query }) =>
    getArticleVotes(ctx, { id: params.id, changeNumber: query.change_number }),
  ),
  routeTo(articleVotes.voteOnArticle, (ctx, { params, body }) =>
    voteOnArticle(ctx, { id: params.id, changeNumber: body.change_number, isUseful: body.is_useful }),
  ),
  routeTo(articleVotes.withdrawArticleVote, (ctx, { params, query }) =>
    withdrawArticleVote(ctx, { id: params.id, changeNumber: query.change_number }),
  ),
  route(articleSummaries.listArticleSummaries, async (ctx, { query }) => {
    const { rows, total } = await listArticleSummaries(ctx, query)
    return { body: { total_count: total, articles: rows }, paging: { page: query.page, limit: query.limit, total } }
  }),
]
